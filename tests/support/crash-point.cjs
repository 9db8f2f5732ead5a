// Loaded before the program in a process that is to die at a named point of its work on files: see `crash.ts`.
const fs = require('node:fs');

const point = JSON.parse(process.env.CRASH_AT);
const { openSync, writeSync } = fs;
const names = new Map(); // of open files, by number
let left = point.count;

/** No clean-up, no flush, no exit handler: as the kernel would, or a power cut. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}
const isMeant = ([first, ...more]) => [names.get(first), first, ...more].some((one) => typeof one === 'string' && one.endsWith(point.file));

function crashing(own) {
  return (...given) => {
    if (!isMeant(given) || --left > 0) return own(...given);
    if (point.when === 'after') own(...given);
    if (point.when === 'half') writeSync(given[0], String(given[1]).slice(0, String(given[1]).length / 2));
    return die();
  };
}
function remembering(open) {
  return (...given) => {
    const at = open(...given);
    names.set(at, String(given[0]));
    return at;
  };
}
fs.openSync = remembering(openSync);
fs[point.call] = crashing(fs[point.call]);

// Preloaded into a process that crashes at a args file operation: see `crash.ts`.
const fs = require('node:fs');

const point = JSON.parse(process.env.CRASH_AT);
const { openSync, writeSync } = fs;
const names = new Map(); // of open files, by number
let remaining = point.count;

/** Ends the process without clean-up, flush or exit handler, like a power cut. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}
const matchesPoint = ([first, ...more]) =>
  [names.get(first), first, ...more].some((one) => typeof one === 'string' && one.endsWith(point.file));

function crashing(original) {
  return (...args) => {
    if (!matchesPoint(args) || --remaining > 0) return original(...args);
    if (point.when === 'after') original(...args);
    if (point.when === 'half') writeSync(args[0], String(args[1]).slice(0, String(args[1]).length / 2));
    return die();
  };
}
function recordName(open) {
  return (...args) => {
    const at = open(...args);
    names.set(at, String(args[0]));
    return at;
  };
}
fs.openSync = recordName(openSync);
fs[point.call] = crashing(fs[point.call]);

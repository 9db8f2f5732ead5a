// Loaded before the program in a process whose n-th operation on files of its home goes wrong: see `file-faults.ts`.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { home, at, kind, countFile } = JSON.parse(process.env.FILE_FAULT);
const { appendFileSync, openSync } = fs;
const paths = new Map(); // of open files, by descriptor
let operations = 0;
let isDiskFull = false;

/** Whether a file is one of the home, and not one that SQLite or the count of this file works on. */
const isCounted = (file) =>
  typeof file === 'string' && file.startsWith(home) && !/\.db(-\w+)?$/.test(file) && file !== countFile;
const fail = (name) => {
  throw Object.assign(new Error(`EIO: i/o error, ${name}`), { code: 'EIO', syscall: name, errno: -5 });
};

/** Runs an operation on a file, or the fault in its place. */
function operate(name, file, run, runHalf) {
  if (!isCounted(file)) return run();
  operations++;
  if (isDiskFull && name === 'writeSync') fail(name);
  if (operations !== at) return run();
  appendFileSync(countFile, `hit ${name}\n`);
  if (kind === 'dies before') process.kill(process.pid, 'SIGKILL');
  if (kind === 'fails') fail(name);
  if (kind === 'falls short' && runHalf) {
    isDiskFull = true;
    return runHalf();
  }
  const result = run();
  if (kind === 'dies after') process.kill(process.pid, 'SIGKILL');
  return result;
}

fs.openSync = (file, ...rest) => {
  const run = () => openSync(file, ...rest);
  const flags = rest[0] ?? 'r';
  const writes = typeof flags === 'string' ? flags !== 'r' : (flags & 3) !== 0;
  const fd = writes ? operate('openSync', file, run) : run();
  paths.set(fd, file);
  return fd;
};
const { writeSync } = fs;
fs.writeSync = (fd, data, ...rest) => {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const start = typeof data !== 'string' && typeof rest[0] === 'number' ? rest[0] : 0;
  const half = () => writeSync(fd, bytes, start, Math.floor((bytes.length - start) / 2));
  return operate('writeSync', paths.get(fd), () => writeSync(fd, data, ...rest), half);
};
for (const name of ['fsyncSync', 'closeSync']) {
  const own = fs[name];
  fs[name] = (fd) => {
    const file = paths.get(fd);
    if (name === 'closeSync') paths.delete(fd);
    return name === 'closeSync' ? own(fd) : operate(name, file, () => own(fd));
  };
}
for (const name of ['renameSync', 'rmSync', 'unlinkSync', 'linkSync', 'chownSync']) {
  const own = fs[name];
  fs[name] = (file, ...rest) => operate(name, file, () => own(file, ...rest));
}
syncBuiltinESMExports();

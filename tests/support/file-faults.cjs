// Loaded before the program in a process some of whose operations on files go wrong: see `file-faults.ts`.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { kind, at, home, countFile, call, file: part, ...disk } = JSON.parse(process.env.FILE_FAULT);
const { atOnce = Number.POSITIVE_INFINITY } = disk;
let { bytes: room = Number.POSITIVE_INFINITY } = disk;
const { appendFileSync, openSync, writeSync } = fs;
const paths = new Map(); // of open files, by descriptor
let operations = 0;
let isDiskFull = false;

/** Whether an operation counts: by the files that are named, or by the home, without those that SQLite or the count of this file works on. */
function isCounted(name, files) {
  if (kind === 'is full') return name === 'writeSync' && files.some((one) => one.includes(part));
  if (call !== undefined) return name === call && files.some((one) => one.endsWith(part));
  const [file = ''] = files;
  return file.startsWith(home) && !/\.db(-\w+)?$/.test(file) && file !== countFile;
}
const fail = (code, text, name) => {
  throw Object.assign(new Error(`${code}: ${text}, ${name}`), {
    code,
    syscall: name,
    errno: code === 'EIO' ? -5 : -28,
  });
};
/** Ends the process without clean-up, flush or exit handler, like a power cut. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

/** Runs an operation on files, or the fault in its place. @param write writes so many bytes of the data, and of how many there are */
function operate(name, args, run, write, size = 0) {
  const files = args.filter((one) => typeof one === 'string');
  if (!isCounted(name, files)) return run();
  if (kind === 'is full') {
    // as the kernel: a write that does not fit is short without an error, and the next one fails
    if (room <= 0) fail('ENOSPC', 'no space left on device', 'write');
    const taken = Math.min(room, atOnce, size);
    room -= taken;
    return write(taken);
  }
  operations++;
  if (isDiskFull && write) fail('EIO', 'i/o error', name);
  if (operations !== at) return run();
  if (countFile) appendFileSync(countFile, `hit ${name}\n`);
  if (kind === 'dies before') die();
  if (kind === 'fails') fail('EIO', 'i/o error', name);
  if (kind === 'falls short' && write) {
    isDiskFull = true;
    return write(Math.floor(size / 2));
  }
  const result = run();
  return kind === 'dies after' ? die() : result;
}

fs.openSync = (file, ...rest) => {
  const run = () => openSync(file, ...rest);
  const flags = rest[0] ?? 'r';
  const writes = typeof flags === 'string' ? flags !== 'r' : (flags & 3) !== 0;
  const fd = writes ? operate('openSync', [file], run) : run();
  paths.set(fd, file);
  return fd;
};
fs.writeSync = (fd, data, ...rest) => {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const start = typeof data !== 'string' && typeof rest[0] === 'number' ? rest[0] : 0;
  const write = (count) => writeSync(fd, bytes, start, count);
  return operate('writeSync', [paths.get(fd)], () => writeSync(fd, data, ...rest), write, bytes.length - start);
};
for (const name of ['fsyncSync', 'closeSync']) {
  const own = fs[name];
  fs[name] = (fd) => {
    const file = paths.get(fd);
    if (name === 'closeSync') paths.delete(fd);
    return name === 'closeSync' ? own(fd) : operate(name, [file], () => own(fd));
  };
}
for (const name of ['writeFileSync', 'renameSync', 'rmSync', 'unlinkSync', 'linkSync', 'chownSync']) {
  const own = fs[name];
  fs[name] = (...args) => operate(name, [paths.get(args[0]), ...args], () => own(...args));
}
syncBuiltinESMExports();

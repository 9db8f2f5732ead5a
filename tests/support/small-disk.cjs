// Loaded before the program in a process whose disk takes only so much of some files: see `small-disk.ts`.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { file, bytes, atOnce } = JSON.parse(process.env.SMALL_DISK);
const { openSync, writeSync } = fs;
const names = new Map(); // of open files, by number
let left = bytes ?? Number.POSITIVE_INFINITY;

fs.openSync = (...given) => {
  const at = openSync(...given);
  names.set(at, String(given[0]));
  return at;
};
/** As the kernel does it: a write that does not fit falls short without an error, and only the next one fails. */
fs.writeSync = (at, data, ...where) => {
  if (!names.get(at)?.includes(file)) return writeSync(at, data, ...where);
  if (left <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write', errno: -28 });
  const whole = typeof data === 'string' ? Buffer.from(data) : data;
  const from = typeof data === 'string' || typeof where[0] !== 'number' ? 0 : where[0];
  const taken = Math.min(left, atOnce ?? Number.POSITIVE_INFINITY, whole.length - from);
  left -= taken;
  return writeSync(at, whole, from, taken);
};
syncBuiltinESMExports();

// Preloaded into a process whose disk is full for some files: see `small-disk.ts`.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { file, bytes, atOnce } = JSON.parse(process.env.SMALL_DISK);
const { openSync, writeSync } = fs;
const names = new Map(); // of open files, by number
let remaining = bytes ?? Number.POSITIVE_INFINITY;

fs.openSync = (...args) => {
  const at = openSync(...args);
  names.set(at, String(args[0]));
  return at;
};
/** Behaves like the kernel: a write that does not fit is short without an error, and the next one fails. */
fs.writeSync = (at, data, ...where) => {
  if (!names.get(at)?.includes(file)) return writeSync(at, data, ...where);
  if (remaining <= 0)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
      errno: -28,
    });
  const whole = typeof data === 'string' ? Buffer.from(data) : data;
  const from = typeof data === 'string' || typeof where[0] !== 'number' ? 0 : where[0];
  const taken = Math.min(remaining, atOnce ?? Number.POSITIVE_INFINITY, whole.length - from);
  remaining -= taken;
  return writeSync(at, whole, from, taken);
};
syncBuiltinESMExports();

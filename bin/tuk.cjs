#!/usr/bin/env node
// The launcher: answers --version and --help itself, hands the rest to the program with the world it runs in, and alone ends the process.
const { readFileSync } = require('node:fs');
const argv = process.argv.slice(2);
const alone = argv.length === 1 ? argv[0] : '';

if (alone === '--version' || alone === '-V') say(() => `${JSON.parse(beside('../package.json')).version}\n`);
else if (alone === '--help' || alone === '-h') say(() => beside('../dist/help.txt'));
else start();

function beside(file) {
  return readFileSync(`${__dirname}/${file}`, 'utf8');
}

function say(text) {
  let whole;
  try {
    whole = text();
  } catch {
    return unbuilt();
  }
  process.stdout.on('error', ({ code }) => {
    process.exitCode = code === 'EPIPE' ? 0 : 74;
  });
  process.stdout.write(whole);
}

function unbuilt() {
  process.stderr.write('tuk is not built yet: run npm run build.\n');
  process.exitCode = 1;
}

function start() {
  let program;
  try {
    program = require('../dist/main.cjs');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || !/main\.cjs/.test(error.message)) throw error;
    return unbuilt();
  }
  const used = new Set();
  program.run(argv, world(program.version, used)).then((code) => {
    process.exitCode = code;
    // Ending here spares taking the heap down; but never while a stream still has something to hand over.
    if ([...used].every((stream) => stream.writableLength === 0)) process.exit();
  });
}

/** Every part is made when it is first asked for: each costs a start something. */
function world(version, used) {
  let signal;
  const out = (stream) => {
    if (!used.has(stream)) stream.on('error', () => {}); // a closed pipe is told by the write
    used.add(stream);
    return stream;
  };
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return out(process.stdout);
    },
    get stderr() {
      return out(process.stderr);
    },
    get home() {
      return require('node:os').homedir();
    },
    get cwd() {
      return process.cwd();
    },
    get signal() {
      signal ??= stopping();
      return signal;
    },
    stopped: () => signal?.aborted === true,
    /** In which zone times are shown from now on. */
    inZone(name) {
      process.env.TZ = name;
    },
    env: process.env,
    clock: Date,
    version,
  };
}

/** Aborted by Ctrl-C, SIGTERM or a terminal that is closed; a second one ends the process at once. */
function stopping() {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stop.abort(name));
  return stop.signal;
}

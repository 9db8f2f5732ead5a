#!/usr/bin/env node
// The launcher: answers --version itself, hands the rest to the program, and alone ends the process.
const { version } = require('../package.json');
const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${version}\n`);
else start();

function start() {
  let run;
  try {
    ({ run } = require('../dist/main.cjs'));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' || !/main\.cjs/.test(error.message)) throw error;
    process.stderr.write('tuk is not built yet: run npm run build.\n');
    process.exitCode = 1;
    return;
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort(name));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const world = {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    clock: Date,
    home: require('node:os').homedir(),
    cwd: process.cwd(),
    signal: stop.signal,
  };
  run(argv, world, version).then((code) => {
    process.exitCode = code;
  });
}

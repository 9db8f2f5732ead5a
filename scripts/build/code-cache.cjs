// Writes dist/code-cache/: what V8 made of the files of dist/ that everyday commands load, for the version of Node that runs this. It runs such commands and
// then takes the compiled code of every file that was loaded, with the functions that were called. Node 20 has no code cache of its own.
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { PassThrough, Writable } = require('node:stream');
const { Script } = require('node:vm');

const dist = path.resolve(__dirname, '../../dist');
/** The last byte of a file of the cache, as the launcher reads it: no more functions are added. */
const maxRuns = 8;
const scripts = new Map();
const loadAnyFile = Module._extensions['.js'];
Module._extensions['.cjs'] = (module, file) => {
  if (!file.startsWith(dist)) return loadAnyFile(module, file);
  const source = readFileSync(file, 'utf8');
  const script = new Script(Module.wrap(source), { filename: file }); // wrapped as the launcher does it: V8 rejects a cache of another source
  scripts.set(file, script);
  script
    .runInThisContext()
    .call(module.exports, module.exports, (id) => module.require(id), module, file, path.dirname(file));
};

/** Command lines that load what most others load. They run on the embedded sandbox. */
const lines = [
  'login',
  'whoami',
  'api user get-current',
  'assets offerings --json',
  'assets offerings -o table',
  'assets offerings --jq .[0].id',
  'assets offerings --jq map(.id)',
  'wallet balance --json',
  'wallet balance -o table',
  'store purchasables -o table',
  'depin stations -o table',
  'wallet list -o table',
];

/** What is typed into the application, each once the text before it is on the screen. */
const typed = [
  ['NEEDS', '1'],
  ['▸', 'j'],
  ['▸', 'q'],
];

/** Runs a line. @returns its exit code */
const run = (program, home, argv, streams) => {
  const world = {
    ...streams,
    env: { TUK_HOME: home, TERM: 'xterm-256color', COLORFGBG: '15;0' },
    clock: Date,
    home,
    cwd: home,
  };
  return program.run(argv, {
    ...world,
    version: program.version,
    signal: new AbortController().signal,
    stopped: () => false,
  });
};

/** Runs the application on a terminal in memory. */
async function runApplication(program, home) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const left = [...typed];
  let shown = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      shown += chunk;
      while (left.length > 0 && shown.includes(left[0][0])) {
        stdin.write(left.shift()[1]);
        shown = '';
      }
      done();
    },
  });
  Object.assign(stdout, { isTTY: true, columns: 80, rows: 24 });
  const stderr = Object.assign(new Writable({ write: (_, __, done) => done() }), { isTTY: true });
  return run(program, home, [], { stdin, stdout, stderr });
}

/** Uses a key as the process for keys does: that of the published test phrase, for a transaction of nothing. */
async function signWithKey() {
  const { keyService } = require(path.join(dist, 'key-process.cjs'));
  const unsigned = '0x02df6180808082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668080c0';
  const { reply, close } = keyService({ stdin: process.stdin, cwd: dist });
  for (const request of [
    { do: 'open', source: { from: 'text', text: `${'test '.repeat(11)}junk` } },
    { do: 'unlock' },
    { do: 'sign', described: { kind: 'transaction', family: 'evm', unsigned } },
  ]) {
    const { failure } = await reply({ key: 0, ...request });
    if (failure) throw new Error(failure.message);
  }
  close();
}

async function main() {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-code-cache-'));
  try {
    const program = require(path.join(dist, 'main.cjs'));
    for (const line of lines) {
      const text = [];
      const stream = () => new Writable({ write: (chunk, _, done) => done(text.push(chunk) && null) });
      const code = await run(program, home, line.split(' '), {
        stdin: process.stdin,
        stdout: stream(),
        stderr: stream(),
      });
      if (code !== 0) throw new Error(`tuk ${line}: exit ${code}: ${text.join('')}`);
    }
    const code = await runApplication(program, home);
    if (code !== 0) throw new Error(`tuk: exit ${code}`);
    await signWithKey();
    const files = JSON.parse(readFileSync(path.join(dist, 'meta.json'), 'utf8'));
    for (const [file, { inputs }] of Object.entries(files))
      if (inputs.some((input) => /^src\/commands\/[\w-]+\/index\.ts$/.test(input)))
        require(path.join(dist, '..', file));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const folder = path.join(dist, 'code-cache', `${process.version}-${process.arch}`);
  for (const [file, script] of scripts) {
    const to = path.join(folder, `${path.relative(dist, file)}.bin`);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, Buffer.concat([script.createCachedData(), Buffer.of(maxRuns)]));
  }
}

main().then(() => process.exit());

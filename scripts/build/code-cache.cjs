// Writes dist/code-cache/: what V8 made of the files of dist/ that everyday commands load, for the version of Node that runs this. It runs such commands and
// then takes the compiled code of every file that was loaded, with the functions that were called. Node 20 has no code cache of its own.
const { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { Writable } = require('node:stream');
const { Script } = require('node:vm');

const dist = path.resolve(__dirname, '../../dist');
/** The last byte of a file of the cache, as the launcher reads it: no more functions are added. */
const maxRuns = 8;
const scripts = new Map();
const loadAnyFile = Module._extensions['.js'];
Module._extensions['.cjs'] = (module, file) => {
  const source = readFileSync(file, 'utf8');
  // The launcher loads such a file as any module.
  if (!file.startsWith(dist) || source.includes('import(')) return loadAnyFile(module, file);
  const script = new Script(Module.wrap(source), { filename: file }); // wrapped as the launcher does it: V8 rejects a cache of another source
  scripts.set(file, script);
  script.runInThisContext().call(module.exports, module.exports, (id) => module.require(id), module, file, path.dirname(file));
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

async function main() {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-code-cache-'));
  try {
    const program = require(path.join(dist, 'main.cjs'));
    for (const line of lines) {
      const text = [];
      const stream = () => new Writable({ write: (chunk, _, done) => done(text.push(chunk) && null) });
      const world = { stdin: process.stdin, stdout: stream(), stderr: stream(), env: { TUK_HOME: home }, clock: Date, home, cwd: home };
      const code = await program.run(line.split(' '), { ...world, version: program.version, stopped: () => false });
      if (code !== 0) throw new Error(`tuk ${line}: exit ${code}: ${text.join('')}`);
    }
    for (const file of readdirSync(path.join(dist, 'commands'))) require(path.join(dist, 'commands', file));
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

// The launcher: prints the version and pages of help itself, runs any other line with the program, and is the only code that ends the process.
const {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
/** How many runs add functions to the compiled code of a file; the build writes code of as many. */
const maxRuns = 8;
/** The argument of a process in which keys are used, which the program starts itself. */
const keyProcess = '--key-process';
const argv = process.argv.slice(2);
const alone = argv.length === 1 ? argv[0] : '';
const { cwd: currentFolder } = process;
/** The pipe to a key process that was started before it was asked for. */
let earlyKeys;
process.cwd = () => workingFolder() ?? '/'; // packages ask for it when they are loaded

if (alone === '--version' || alone === '-V') say(() => `${buildName()}\n`);
else if (alone === '--help' || alone === '-h') say(() => beside('../dist/help.txt'));
else if (alone === keyProcess && isPipe(3)) serveKeys();
else {
  const page = helpPage() ?? completionScript();
  if (page === undefined) start();
  else say(() => page);
}

/**
 * The page of help for a line of plain words with --help or -h at either end, for `help` and words, and for a group alone without a terminal. The build
 * has written the pages to dist/help. Undefined for any other line, which the program parses.
 */
function helpPage() {
  const asks = (word) => word === '--help' || word === '-h';
  const words = asks(argv[0]) ? argv.slice(1) : asks(argv.at(-1)) ? argv.slice(0, -1) : argv;
  const [first, second] = words;
  if (first === undefined || !words.every((word) => /^[a-z][a-z\d-]*$/.test(word))) return undefined;
  const isBare = words === argv && first !== 'help';
  if (isBare && words.length > 2) return undefined; // groups have at most one level of sub-groups
  const group = first === 'help' ? second : first;
  if (group === undefined) return undefined;
  let written;
  try {
    written = JSON.parse(beside(`../dist/help/${group}.json`));
  } catch {
    return undefined;
  }
  const line = words.join(' ');
  if (isBare && !(written.bare.includes(line) && !isTerminal())) return undefined;
  const page = written.pages[line] ?? (first === 'help' ? written.pages[words.slice(1).join(' ')] : undefined);
  return page === '' ? undefined : page; // an empty one is a page of the documentation
}

/** The completion script that the build has written, for `completion` and a shell: shells read it when they start. Undefined for any other line. */
function completionScript() {
  const [first, shell, ...more] = argv;
  if (first !== 'completion' || more.length > 0 || !/^\w+$/.test(shell)) return undefined;
  try {
    return beside(`../dist/completion/${shell}`);
  } catch {
    return undefined;
  }
}
/** The version and the commit of this build, which the build writes beside it. */
function buildName() {
  try {
    return beside('../dist/version').trim();
  } catch {
    return `${JSON.parse(beside('../package.json')).version}+unknown`;
  }
}

function isTerminal() {
  const { isatty } = require('node:tty');
  return isatty(0) && isatty(1);
}

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
  const failed = ({ code }) => {
    if (code === 'EPIPE') return; // its reader has left
    process.stderr.write(`✗ The output could not be written (${code}).\n`);
    process.exitCode = 74;
  };
  let left = Buffer.from(whole);
  try {
    // `process.stdout` loads streams, which takes a tenth of the start. A console of Windows needs it.
    while (process.platform !== 'win32' && left.length > 0) left = left.subarray(writeSync(1, left));
  } catch (error) {
    if (error.code !== 'EAGAIN') return failed(error);
  }
  if (left.length > 0) process.stdout.on('error', failed).write(left);
}

/** Ends a run whose files are gone: even the part that explains failures cannot be loaded. @throws any other error */
function failed(error) {
  if (error.code !== 'PROGRAM_REPLACED') throw error;
  process.stderr.write(`✗ ${error.message}\n`, () => process.exit(1));
}

function unbuilt() {
  process.stderr.write('tuk is not built yet: run npm run build.\n');
  process.exitCode = 1;
}

function start() {
  startKeysEarly();
  let program;
  let loader;
  try {
    loader = programLoader(join(__dirname, '../dist'));
    program = loader.load('main.cjs');
  } catch (error) {
    if (!/^(MODULE_NOT_FOUND|ENOENT)$/.test(error.code) || !/main\.cjs/.test(error.message)) throw error;
    return unbuilt();
  }
  const used = new Set();
  const runWorld = world(program.version, used);
  runWorld.isReplaced = loader.isReplaced;
  program.run(argv, runWorld).then((code) => {
    process.exitCode = code;
    loader.keep();
    // Ending here spares taking the heap down; but not while a stream still has something to hand over, which nobody may ever read.
    if ([...used].every((stream) => stream.writableLength === 0)) process.exit();
    if (runWorld.stopped()) setTimeout(() => process.exit(), 100);
    else runWorld.releaseSignals();
  }, failed);
}

/**
 * Loads the files of dist/ with their compiled code: that of the version of Node that built is there, that of another one is written at the first use of a
 * file, as Python does in __pycache__. Where dist/ cannot be written, files are loaded as any module.
 */
function programLoader(dist) {
  const codeCache = join(dist, `code-cache/${process.version}-${process.arch}`);
  if (!existsSync(join(dist, 'main.cjs')) || (isProtected(dirname(codeCache)) && isProtected(codeCache)))
    return cachedLoader(dist, codeCache);
  keepCompiled();
  return { load: (name) => require(join(dist, name)), keep() {} };
}

/**
 * Whether a folder, which is created with a mode if it is missing, can be written by this user, root and the owner of the program alone: whoever can write
 * there can run code.
 */
function isProtected(folder, mode = 0o755) {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found) mkdirSync(folder, { recursive: true, mode });
    return isOwn(found ?? statSync(folder));
  } catch {
    return false;
  }
}

/** Whether nobody but this user, root and the owner of the program can write a file or a folder. Windows has no such modes. */
function isOwn({ uid, mode }) {
  if (!process.getuid) return true;
  return (mode & 0o022) === 0 && (uid === 0 || uid === process.getuid() || uid === statSync(__filename).uid);
}

/** A text that changes with a file; empty for a missing one. */
function identityOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}
/** The error of a program whose files are those of another version, or gone: no part of it can be loaded any more. */
function replaced() {
  const error = new Error('tuk was upgraded, moved or removed while it ran: start it again.');
  return Object.assign(error, { code: 'PROGRAM_REPLACED' });
}

/**
 * A `require` for the files of dist/ that gives V8 their compiled code. V8 rejects a cache of another version, other flags or a source of another length, and
 * compiles the source then. Each module is entered into Node's own cache, so that it exists once, whoever loads it.
 */
function cachedLoader(dist, codeCache) {
  const { Script } = require('node:vm');
  const Module = module.constructor; // `node:module` would load half a millisecond more
  const compiled = new Map();
  const main = join(dist, 'main.cjs');
  const born = identityOf(main);
  const isReplaced = () => identityOf(main) !== born;
  const cacheOf = (file) => `${codeCache}${file.slice(dist.length)}.bin`;
  const load = (file) => {
    if (require.cache[file]) return require.cache[file].exports;
    if (file !== main && isReplaced()) throw replaced();
    const source = readFileSync(file, 'utf8');
    const [cachedData, runs] = read(cacheOf(file));
    const script = new Script(Module.wrap(source), { filename: file, cachedData });
    if (script.cachedDataRejected !== false) compiled.set(file, { script, runs: 1 });
    else if (runs < maxRuns) compiled.set(file, { script, runs: runs + 1 });
    const loaded = new Module(file);
    loaded.filename = file;
    require.cache[file] = loaded;
    const folder = dirname(file);
    const requireFrom = (id) =>
      !id.startsWith('.') ? require(id) : id.endsWith('.cjs') ? load(join(folder, id)) : require(join(folder, id));
    script.runInThisContext().call(loaded.exports, loaded.exports, requireFrom, loaded, file, folder);
    loaded.loaded = true;
    return loaded.exports;
  };
  return {
    load: (name) => load(join(dist, name)),
    isReplaced,
    /** Writes the compiled code of files that had none, an unfit one, or that of few runs; not where V8 may run with other flags than it usually does. */
    keep() {
      if (process.env.NODE_OPTIONS || process.execArgv.some((option) => option.startsWith('--'))) return;
      // V8 takes compiled code for any source of the same length: that of these files is not that of newer ones
      if (isReplaced()) return;
      for (const [file, { script, runs }] of compiled) {
        const to = cacheOf(file);
        try {
          if (!isProtected(dirname(to))) return;
          const made = `${to}.${process.pid}`;
          writeFileSync(made, Buffer.concat([script.createCachedData(), Buffer.of(runs)]), { mode: 0o644 });
          renameSync(made, to); // whole, or not at all
        } catch {
          return; // without it a start is slower, and nothing else
        }
      }
    },
  };
}

/** The compiled code in a file of the cache, and the runs that added the functions they called to it: its last byte. */
function read(file) {
  let opened;
  try {
    opened = openSync(file);
    if (!isOwn(fstatSync(opened))) return [];
    const bytes = readFileSync(opened);
    return [bytes.subarray(0, -1), bytes.at(-1)];
  } catch {
    return [];
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Enables Node's compile cache on Node 22 and later, in a folder that only this user can write. */
function keepCompiled() {
  if (Number.parseInt(process.versions.node, 10) < 22) return;
  const { enableCompileCache } = require('node:module');
  const { TUK_HOME, XDG_CACHE_HOME, HOME, LOCALAPPDATA } = process.env;
  const own =
    TUK_HOME ||
    (XDG_CACHE_HOME ? `${XDG_CACHE_HOME}/tuk` : LOCALAPPDATA ? `${LOCALAPPDATA}/tuk` : HOME && `${HOME}/.cache/tuk`);
  if (!enableCompileCache || !own) return;
  if (isProtected(`${own}/compiled`, 0o700)) enableCompileCache(`${own}/compiled`); // without the cache a start is only slower
}

/** The `World` of a run (src/cli/settings/world.ts). Its members are getters, because each of them adds to the start-up time. */
function world(version, used) {
  let stopping;
  const out = (stream) => {
    if (!used.has(stream)) stream.on('error', () => {}); // a write to a closed pipe reports the error itself
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
      try {
        return require('node:os').homedir();
      } catch {
        return ''; // neither HOME nor an entry of passwd, as in a container with any user id
      }
    },
    get cwd() {
      return workingFolder();
    },
    get signal() {
      stopping ??= stopSignal();
      return stopping.signal;
    },
    readDoc: (file) => beside(`../docs/${file}`),
    startKeyProcess,
    startJqWorker,
    startInBackground,
    statesCodes: true,
    stopped: () => stopping?.signal.aborted === true,
    blocking: (work) => (stopping ? stopping.blocking(work) : work()),
    releaseSignals: () => stopping?.release(),
    page: (command, text) => showPage(command, text, stopping),
    /** Sets the time zone of displayed times. */
    inZone(name) {
      process.env.TZ = name;
    },
    env: process.env,
    clock: Date,
    version,
    build: buildName,
  };
}

/** The working folder; undefined if it was deleted. */
function workingFolder() {
  try {
    return currentFolder();
  } catch {
    return undefined;
  }
}

/** Starts the key process of a line that names a key while the program is loaded. */
function startKeysEarly() {
  const at = argv.findIndex((word) => /^--key(-file)?(=|$)/.test(word));
  if (at < 0 || /^(--key-file=)?-$/.test(argv[at].includes('=') ? argv[at] : argv[at + 1])) return;
  earlyKeys = startKeyProcess();
  earlyKeys.unref();
}

/** Starts a process in which keys are used, or returns the one that has started early. @returns the pipe to it, whose end ends it */
function startKeyProcess(input) {
  if (earlyKeys && input === undefined) {
    const pipe = earlyKeys;
    earlyKeys = undefined;
    return pipe.ref();
  }
  const { spawn } = require('node:child_process');
  const { NODE_OPTIONS: _, ...env } = process.env;
  const stdin = typeof input === 'number' ? input : input !== undefined && input === process.stdin ? 0 : 'ignore';
  const child = spawn(process.execPath, [__filename, keyProcess], { stdio: [stdin, 'ignore', 'ignore', 'pipe'], env });
  const pipe = child.stdio[3];
  child.on('error', () => pipe.destroy()); // it did not start
  child.unref();
  return pipe;
}

/** Starts a thread that runs one expression of jq. */
function startJqWorker() {
  const { Worker } = require('node:worker_threads');
  return new Worker(join(__dirname, '../dist/chunks/jq-worker.cjs'));
}

/** Starts the program again, without this terminal. It ends by itself; nobody waits for it. */
function startInBackground(argv) {
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, [__filename, ...argv], { detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => {}); // it did not start
  child.unref();
}

/** Uses keys for the program at the other end of a pipe, until that ends. Ctrl-C is for the program, which ends the pipe. */
function serveKeys() {
  process.on('SIGINT', () => {});
  const loader = programLoader(join(__dirname, '../dist'));
  const { Socket } = require('node:net');
  const own = {
    get stdin() {
      return process.stdin;
    },
    cwd: workingFolder(),
  };
  loader
    .load('key-process.cjs')
    .serveKeys(new Socket({ fd: 3 }), own)
    .then(() => {
      loader.keep();
      process.kill(process.pid, 'SIGKILL'); // an exit would wait for a thread that reads a silent pipe
    });
}

/** Whether a number is that of an open pipe. */
function isPipe(number) {
  try {
    const stats = require('node:fs').fstatSync(number);
    return stats.isSocket() || stats.isFIFO();
  } catch {
    return false;
  }
}

/**
 * Shows a text in a pager, whose Ctrl-C is its own. @returns a promise of whether the pager has shown it: one that fails may not even have read it, and
 * cmd.exe ends with 1 where a pager is missing
 */
function showPage(command, text, stopping) {
  const { spawn } = require('node:child_process');
  const resume = stopping?.pause();
  const ignore = () => {};
  process.on('SIGINT', ignore);
  return new Promise((shown) => {
    const ended = (isShown) => {
      process.removeListener('SIGINT', ignore);
      resume?.();
      shown(isShown);
    };
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...process.env },
    });
    child.on('error', () => ended(false));
    child.on('exit', (code, signal) => ended(code === 0 || code === 130 || signal === 'SIGINT'));
    child.stdin.on('error', () => {}); // it was left before it had read everything
    child.stdin.end(text);
  });
}

/**
 * A signal that is aborted by SIGINT, SIGTERM or SIGHUP; without a terminal on any standard stream SIGHUP is ignored, as nohup asks, whose own wish Node
 * resets when it starts. A second one ends the process at once, as any does after `release`, and during work that is
 * `blocking`, since no handler could run then.
 */
function stopSignal() {
  const stop = new AbortController();
  require('node:events').setMaxListeners(0, stop.signal); // every active request adds one
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => {
    const handler = () => {
      if (name === 'SIGHUP' && ![0, 1, 2].some((fd) => require('node:tty').isatty(fd))) return;
      process.removeListener(name, handler);
      stop.abort(name);
    };
    return [name, handler];
  });
  const add = () => {
    for (const [name, handler] of handlers) process.on(name, handler);
  };
  const remove = () => {
    for (const [name, handler] of handlers) process.removeListener(name, handler);
  };
  add();
  return {
    signal: stop.signal,
    release: remove,
    /** Leaves the signals to others until the returned function is called. */
    pause() {
      remove();
      return add;
    },
    blocking(work) {
      if (stop.signal.aborted) return work(); // the next signal ends the process as it is
      remove();
      try {
        return work();
      } finally {
        add();
      }
    },
  };
}

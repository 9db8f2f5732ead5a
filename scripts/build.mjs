// Builds dist/: esbuild splits the program into ESM chunks; what the launcher reaches without passing a door becomes CommonJS,
// which Node starts faster; what lies behind a door (heavy, rarely needed) stays ESM. One graph: no module stands in two files.
// Every file costs a third of a millisecond to open, so what is always loaded together is packed into one.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { inkTableAsEsm, inkTableFile } from './ink-table.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = 'node20.19';
const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
/** What holds machine code is no text to bundle: these are the package's dependencies. */
const native = Object.keys(dependencies);
const shapes = readdirSync(path.join(root, 'src/services/catalogue')).filter((file) => file.endsWith('.shapes.ts'));
/** What is only ever reached by `import()` and is not worth a millisecond of an ordinary start. */
const doors = [
  'src/session/config-write.ts',
  'src/cli/output/jq.ts',
  'src/services/http/undici-transport.ts',
  'src/ui/mount.tsx',
  'src/ui/watch-ride.tsx',
  'src/ui/application.tsx',
  'src/money/keys.ts',
  'src/money/sign.ts',
  'src/sandbox/domains/people/signatures.ts',
  ...shapes.map((file) => `src/services/catalogue/${file}`),
];
const catalogues = [
  ...readFileSync(path.join(root, 'src/services/catalogue/index.ts'), 'utf8').matchAll(/import\('\.\/([\w-]+)\.js'\)/g),
].map(([, name]) => name);
/** What each of these imports statically goes into one file: what every start reaches (with `api`, the most scripted group), and the sandbox. */
const packs = {
  'src/main.ts': 'dist/main.cjs',
  'src/commands/api/index.ts': 'dist/main.cjs',
  ...Object.fromEntries(catalogues.map((name) => [`src/services/catalogue/${name}.ts`, 'dist/main.cjs'])),
  'src/sandbox/core/server.ts': 'dist/sandbox.cjs',
  'src/sandbox/core/endpoints/user.ts': 'dist/sandbox-user.cjs',
};
const catalogueTexts = new Map();
/** A catalogue is plain data once its module has run: as lines of a file it is there in a tenth of the time that its code takes to load and run. */
const catalogueAsData = {
  name: 'catalogue-as-data',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]services[\\/]catalogue[\\/][\w-]+\.ts$/ }, async ({ path: file }) => {
      const name = path.basename(file, '.ts');
      if (!catalogues.includes(name)) return undefined;
      const {
        outputFiles: [out],
      } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', platform: 'node', external: ['*.shapes.js'] });
      const { default: service } = await import(`data:text/javascript;base64,${Buffer.from(out.text).toString('base64')}`);
      const shapes = service.shapes ? `, shapes: () => import('./${name}.shapes.js')` : '';
      const lines = Object.entries(service.calls).map(
        ([call, line]) => `\n${call}\t${line.method} ${line.path}\t${JSON.stringify(line, besideUsual)}`,
      );
      catalogueTexts.set(`dist/catalogues/${name}.tsv`, `${lines.join('')}\n`);
      const contents = `import { callsOf } from 'calls-from-lines';\nlet calls;\nexport default { name: '${name}', get calls() { return (calls ??= callsOf('${name}')); }${shapes} };`;
      return { contents, loader: 'js' };
    });
    onResolve({ filter: /^calls-from-lines$/ }, () => ({ path: 'calls', namespace: 'from-lines' }));
    onLoad({ filter: /.*/, namespace: 'from-lines' }, () => ({ contents: callsFromLines, loader: 'js' }));
  },
};
/** Leaves out of a line what every line has alike; it is put back when the line is touched. */
function besideUsual(key, value) {
  const usual = { service: this.service, name: this.name, effect: 'none', as: 'json' };
  if (this.method === undefined) return value;
  return value === usual[key] || (key === 'words' && Object.keys(value).length === 0) ? undefined : value;
}
/** A service's calls as one text, a line a call; it is read when a call is first touched, and a line is parsed when it is: a command touches one. */
const callsFromLines = `import { readFileSync } from 'node:fs';
const toldRoutes = Symbol.for('tuk.routes');
export function callsOf(service) {
  let bytes;
  const lines = () => (bytes ??= readFileSync(__dirname + '/catalogues/' + service + '.tsv'));
  const made = Object.create(null);
  const make = (name, line) => (made[name] ??= { service, name, effect: 'none', as: 'json', words: {}, ...JSON.parse(line.slice(line.lastIndexOf('\\t') + 1)) });
  const callOf = (name) => {
    if (typeof name !== 'string' || made[name]) return made[name];
    const at = lines().indexOf('\\n' + name + '\\t') + 1;
    return at === 0 ? undefined : make(name, bytes.toString('utf8', at, bytes.indexOf('\\n', at)));
  };
  const all = () => lines().toString().trim().split('\\n').map((line) => line.split('\\t'));
  const routes = () =>
    all().map(([name, route]) => {
      const at = route.indexOf(' ');
      return { name, method: route.slice(0, at), path: route.slice(at + 1) };
    });
  return new Proxy(made, {
    get: (_, name) => (name === toldRoutes ? routes : callOf(name)),
    has: (_, name) => callOf(name) !== undefined,
    ownKeys: () => all().map(([name, , line]) => make(name, line).name),
    getOwnPropertyDescriptor: (_, name) => callOf(name) && { value: made[name], enumerable: true, configurable: true, writable: true },
  });
}
`;
/** Commander loads node:child_process for commands that are programs of their own; tuk has none, and it costs two milliseconds. */
const noChildProcess = {
  name: 'no-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'none', namespace: 'empty' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};
/**
 * What Ink brings and a terminal has no use for. Its developer tools are 128 kB. Where CI is set it would draw nothing, but a terminal
 * is a terminal. A process would be asked for the size of what is no terminal. Signals are the launcher's: a guard that ends the process
 * itself would be faster than the launcher's clean end. Yoga looks at `fetch`, which it never calls, and Node loads its HTTP client for it.
 */
const inkAlone = {
  name: 'ink-alone',
  setup({ onResolve, onLoad }) {
    const instead = {
      './devtools.js': '{}',
      'react-devtools-core': '{}',
      'is-in-ci': 'false',
      'terminal-size': '() => undefined',
      'signal-exit': `(end) => { const ended = () => end(0); process.once('exit', ended); return () => process.off('exit', ended); }`,
    };
    onResolve({ filter: /^(\.\/devtools\.js|react-devtools-core|is-in-ci|terminal-size|signal-exit)$/ }, ({ path: wanted, importer }) =>
      /[\\/](ink|restore-cursor)[\\/]/.test(importer) ? { path: wanted, namespace: 'ink-alone' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'ink-alone' }, ({ path: wanted }) => ({ contents: `export default ${instead[wanted]};` }));
    onLoad({ filter: /[\\/]yoga-layout[\\/].*wasm.*\.js$/ }, ({ path: file }) => ({
      contents: `const fetch = undefined;\n${readFileSync(file, 'utf8')}`,
    }));
  },
};

/** The signs that screens are drawn with, each one column wide. Only other texts need the list of all emoji, which costs two starts of Node to compile. */
const drawnWith = '\\u0020-\\u007e\\u2500-\\u259f–…›·•◐✓✗●○◌▸◇▲→▏';
const quickWidth = {
  name: 'quick-width',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path: file }) => {
      if (/wrap-ansi/.test(file)) return undefined; // an older one, for texts that are wrapped: no row of a screen is
      const source = readFileSync(file, 'utf8');
      const ascii = '/^[\\u0020-\\u007E]*$/.test(string)';
      const emoji = 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;';
      if (!source.includes(ascii) || !source.includes(emoji))
        throw new Error('string-width measures in another way: look at what is replaced here');
      const quick = `ambiguousIsNarrow && /^[${drawnWith}]*$/.test(string)`;
      const late = 'let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= /^\\p{RGI_Emoji}$/v).test(text) };';
      return { contents: source.replace(ascii, quick).replace(emoji, () => late) };
    });
  },
};

const inkTable = {
  name: 'ink-table',
  setup({ onLoad }) {
    onLoad({ filter: inkTableFile }, ({ path: file }) => ({ contents: inkTableAsEsm(readFileSync(file, 'utf8')), loader: 'js' }));
  },
};

const { metafile, outputFiles } = await build({
  entryPoints: ['src/main.ts', ...doors],
  absWorkingDir: root,
  outbase: 'src',
  outdir: 'dist',
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target,
  jsx: 'automatic',
  logLevel: 'warning',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  external: native,
  plugins: [catalogueAsData, noChildProcess, inkAlone, inkTable, quickWidth],
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
});
const { outputs } = metafile;
const importsOf = (file) => outputs[file].imports.filter((one) => !one.external);
const isDoor = (file) => doors.includes(outputs[file].entryPoint);
const entryOf = (source) => Object.keys(outputs).find((file) => outputs[file].entryPoint === source);

/** Every output that one can reach by imports of some kinds, itself included, without passing a door. */
function reached(file, kinds, seen = new Set()) {
  if (file === undefined || seen.has(file) || isDoor(file)) return seen;
  seen.add(file);
  for (const one of importsOf(file)) if (kinds.includes(one.kind)) reached(one.path, kinds, seen);
  return seen;
}
const common = reached(entryOf('src/main.ts'), ['import-statement', 'dynamic-import']);
const packOf = new Map();
// What the sandbox shares with commands stays a file of its own, or a command would load the sandbox for it.
const ofSandbox = (file) => Object.keys(outputs[file].inputs).every((input) => input.startsWith('src/sandbox/'));
for (const [source, pack] of Object.entries(packs)) {
  const files = [...reached(entryOf(source), ['import-statement'])].filter((file) => pack === 'dist/main.cjs' || ofSandbox(file));
  for (const file of files) if (!packOf.has(file)) packOf.set(file, pack);
}

const cjs = (file) => file.replace(/\.mjs$/, '.cjs');
const placeOf = (file) => packOf.get(file) ?? (common.has(file) ? cjs(file) : file);
const specifier = (from, to) => {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`);
};
const packed = [...packOf.keys()];
const spaceOf = (file) => `c${packed.indexOf(file)}`;
const texts = new Map(outputFiles.map(({ path: absolute, text }) => [path.relative(root, absolute), text]));
const importers = (file) => Object.keys(outputs).filter((one) => importsOf(one).some(({ path: to }) => to === file));
/**
 * Finding the database by its package's name, and its machine code by looking through folders, costs a start of the sandbox eight
 * milliseconds; where the machine code stands beside us it is asked for by its file, and the package only where that cannot be loaded.
 */
function nearby(code, place) {
  const folder = specifier(place, 'node_modules/@photostructure/sqlite/prebuilds');
  const named = 'require("@photostructure/sqlite")';
  const file = `${folder}+"/"+process.platform+"-"+process.arch+"/@photostructure+sqlite.glibc.node"`;
  return code.replaceAll(named, () => `(()=>{try{return require(${file})}catch{return ${named}}})()`);
}
/** A module of Node as ES modules see it. esbuild would copy each of its names into a getter of its own; here they are inherited. */
function fromNode(code) {
  const copied = /[\w$]+\(require\("(node:[\w/]+)"\)(?:,1)?\)/g;
  if (!copied.test(code)) return code;
  return `const __node=(m)=>Object.create(m,{default:{value:m}});\n${code.replace(copied, '__node(require("$1"))')}`;
}
/**
 * Turns the marks that stand for imports from elsewhere into what they are in a CommonJS file at `place`: a namespace of a pack,
 * which is asked for once, or a file.
 */
function settled(code, place) {
  const asked = new Map();
  const required = (_, to) => {
    const pack = packOf.get(to);
    if (pack === place) return `module.exports.${spaceOf(to)}()`;
    if (pack === undefined) return `require(${specifier(place, cjs(to))})`;
    if (!asked.has(pack)) asked.set(pack, `__pack${asked.size}`);
    return `${asked.get(pack)}().${spaceOf(to)}()`;
  };
  const body = fromNode(nearby(code, place))
    .replace(/[\w$]+\(require\("tuk:([^"]+)"\)\)/g, required) // our own modules are what ES modules see: none of their names need be copied
    .replace(/require\("tuk:([^"]+)"\)/g, required)
    .replace(/import\("door:([^"]+)"\)/g, (_, to) => `import(${specifier(place, to)})`);
  const heads = [...asked].map(([pack, name]) => `let ${name}_;const ${name}=()=>${name}_??=require(${specifier(place, pack)});\n`);
  return heads.join('') + body;
}

const holdsInk = (file) => Object.keys(outputs[file].inputs).some((input) => /node_modules\/ink\/build\//.test(input));
/** One output that is its own file, in the format of its side. */
async function single(file) {
  if (!common.has(file)) {
    let code = texts.get(file);
    for (const { path: to } of importsOf(file)) if (common.has(to)) code = code.replaceAll(specifier(file, to), specifier(file, cjs(to)));
    if (/\b(__require\(|__dirname\b|require\()/.test(code)) code = withRequire + code;
    return holdsInk(file) ? (await transform(code, { format: 'esm', platform: 'node', target, minify: true })).code : code; // 800 kB
  }
  const { code } = await transform(marked(file), {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    minify: true, // the bytes themselves cost: comments and indents are a third of them
  });
  return settled(code.replaceAll('__door(', 'import('), cjs(file));
}
const withRequire = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __dirname = import.meta.dirname;
`;
/** An output's text with a mark for each import: `tuk:` for CommonJS, a call of `__door` for what stays ESM. */
function marked(file) {
  let code = texts.get(file);
  for (const { path: to } of importsOf(file)) {
    const written = specifier(file, to);
    code = common.has(to) ? code.replaceAll(written, `"tuk:${to}"`) : code.replaceAll(`import(${written})`, `__door("door:${to}")`);
  }
  return code;
}

/** All outputs of a pack as one CommonJS file, their scopes joined; what others import of it stands in a namespace each. */
async function joined(pack) {
  const own = packed.filter((file) => packOf.get(file) === pack);
  const asked = own.filter((file) =>
    importers(file).some(
      (one) => packOf.get(one) !== pack || importsOf(one).some((to) => to.path === file && to.kind === 'dynamic-import'),
    ),
  );
  // A namespace is made when it is first asked for: there are forty, and a start asks for a handful.
  const given = pack === 'dist/main.cjs' ? ['run', `version: ${JSON.stringify(version)}`] : [];
  const lines = asked.flatMap((file) => {
    const space = spaceOf(file);
    const names = outputs[file].exports.map((name, i) => ({ name: JSON.stringify(name), local: `${space}_${i}` }));
    const getters = names.map(({ name, local }) => `get ${name}() { return ${local}; }`).join(', ');
    given.push(`${space}: () => ${space} ??= asModule({ ${getters} })`);
    return [`import { ${names.map(({ name, local }) => `${name} as ${local}`).join(', ')} } from "tuk:${file}";`, `let ${space};`];
  });
  if (pack === 'dist/main.cjs') lines.push(`import { run } from "tuk:${entryOf('src/main.ts')}";`);
  lines.push(`const asModule = (space) => Object.defineProperty(space, '__esModule', { value: true });`); // or \`default\` would be all of it
  lines.push(`__give({ ${given.join(', ')} });`); // as one plain object: esbuild would give each name two getters
  const fromMemory = {
    name: 'from-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^tuk:/ }, ({ path: mark, kind }) => {
        const file = mark.slice(4);
        const inside = own.includes(file) && kind !== 'dynamic-import';
        return inside ? { path: file.replace(/\.mjs$/, ''), namespace: 'pack', sideEffects: true } : { path: mark, external: true }; // named .mjs, `default` would be all of a module
      });
      onLoad({ filter: /.*/, namespace: 'pack' }, ({ path: file }) => ({ contents: marked(`${file}.mjs`), loader: 'js' }));
    },
  };
  const {
    outputFiles: [out],
  } = await build({
    stdin: { contents: lines.join('\n'), loader: 'js' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    minify: true, // the bytes themselves cost: comments and indents are a third of them
    plugins: [fromMemory],
    external: native,
    logLevel: 'warning',
    legalComments: 'none',
  });
  return settled(out.text.replaceAll('__door(', 'import(').replace('__give(', 'module.exports=('), pack);
}

/** What ESM code imports in the place of a packed output; the last line tells Node its names. */
const stub = (file) =>
  `module.exports = require(${specifier(file, packOf.get(file))}).${spaceOf(file)}();\n0 && (module.exports = { ${outputs[file].exports.join(', ')} });\n`;

function emit(file, code) {
  const to = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, code);
}

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
for (const [file, text] of catalogueTexts) emit(file, text);
for (const file of texts.keys()) if (!packOf.has(file)) emit(placeOf(file), await single(file));
for (const pack of new Set(Object.values(packs))) emit(pack, await joined(pack));
for (const file of packed) if (importers(file).some((one) => !common.has(one))) emit(cjs(file), stub(file));
// The front page is the same for everybody: the launcher shows it as it stands here, made by the program itself.
const { pageFor } = createRequire(import.meta.url)(path.join(root, placeOf(entryOf('src/cli/help.ts'))));
emit('dist/help.txt', await pageFor(['--help'], [], version));
emit('dist/meta.json', JSON.stringify({ outputs, packs: Object.fromEntries(packOf), common: [...common] }));
console.log(`Built dist/: ${common.size} chunks of CommonJS, ${texts.size - common.size} of ESM.`);

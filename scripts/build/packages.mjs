// Plugins of esbuild that change packages: they leave out what a terminal program does not use, and what would take time at every start. `ink-table` becomes
// an ES module. A text of a package that is to be replaced must be there: otherwise the package is another one, and the build fails.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { inkTableAsEsm } from '../ink-table.mjs';

/** Modules and what stands in their place, by the packages that import them. */
const substitutes = {
  // Modules of Node that take time to load, and the help that tuk makes itself.
  commander: {
    'node:child_process': '{}', // It starts subcommands that are programs of their own; loading it takes two milliseconds.
    'node:process': 'process',
    './help.js': '{ Help: class {}, stripColor: (text) => text }',
    './lib/help.js': '{ Help: class {} }',
    './suggestSimilar': '{ suggestSimilar: () => "" }',
  },
  'ink|restore-cursor': {
    // Where CI is set Ink would draw nothing; a terminal is a terminal.
    'is-in-ci': 'false',
    // Starts a process to find the size of a stream that is not a terminal.
    'terminal-size': '() => undefined',
    // Handles signals and then ends the process, before the launcher's own handler can end it cleanly.
    'signal-exit': `(listener) => {
      const onExit = () => listener(0);
      process.once('exit', onExit);
      return () => process.off('exit', onExit);
    }`,
  },
  // For schemas and migrations, which the preferences do without: two thirds of the time that conf takes.
  conf: { 'ajv/dist/2020.js': '{}', 'ajv-formats': '{}', semver: '{}' },
  // conf's writer removes its temporary files at the end of the process, by a package that handles signals as `signal-exit` does.
  atomically: { 'when-exit': "(listener) => void process.once('exit', listener)" },
};

const substituted = {
  name: 'substituted',
  setup({ onResolve, onLoad }) {
    for (const [packages, modules] of Object.entries(substitutes)) {
      const importers = new RegExp(`[\\\\/](${packages})[\\\\/]`);
      onResolve({ filter: new RegExp(`^(${Object.keys(modules).join('|')})$`) }, ({ path, importer }) =>
        importers.test(importer) ? { path, namespace: 'substitute', pluginData: modules[path] } : undefined,
      );
    }
    onLoad({ filter: /.*/, namespace: 'substitute' }, ({ pluginData }) => ({
      contents: `module.exports = ${pluginData};`,
    }));
  },
};

/** WebAssembly in a script of Emscripten. */
const embedded = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/;
/** The characters that screens are made of, each one column wide. */
const screenCharacters = '\\u0020-\\u007e\\u2500-\\u259f–…›·•◐✓✗●○◌▸◇▲→▏';
const differs = 'export function diffAnsiCodes(from, to) {';

/**
 * Yoga compiles its WebAssembly with an `await` at its top level, which only an ES module can have, and the code cache holds none of those. Emscripten
 * calls `instantiateWasm` where the option is set, and has filled its module when that returns.
 */
const yogaAtOnce = `export default () => {
  const yoga = {
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, 'base64')), imports);
      done(instance);
      return instance.exports;
    },
  };
  loadYoga(yoga);
  return yoga;
};`;

/** The bytes of jq, which a script holds as a megabyte of base64: as a compressed file beside its folder, a third of that, they start `--jq` 7 ms earlier. */
export const jq = { bytes: undefined };
function jqFile(_, base64) {
  jq.bytes = gzipSync(Buffer.from(base64, 'base64'), { level: 9 });
  return '__dirname + "/../jq.wasm.gz"';
}

/** The end of the path of a file, and the texts that are replaced in it. */
const replacements = [
  // Of undici the pools and connections alone: `fetch`, web sockets and caches are half of it.
  [
    'undici/index.js',
    [
      /[\s\S]+/,
      `exports.Agent = require('./lib/dispatcher/agent'); exports.buildConnector = require('./lib/core/connect');`,
    ],
  ],
  ['ink-table/dist/index.js', [/[\s\S]+/, inkTableAsEsm]],
  ['jq-wasm/dist/build/jq.js', [embedded, jqFile]],
  ['yoga-layout/dist/src/index.js', ['await loadYoga()', 'loadYoga()']],
  [
    'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
    [embedded, (whole) => `(base64 = ${whole.replace(/data:.*,/, '')}, "data:application/octet-stream;base64,")`],
    ['import.meta.url', '""'],
    ['export default loadYoga;', yogaAtOnce],
    // It tests whether `fetch` exists and never calls it; the test makes Node load its HTTP client.
    [/^/, 'const fetch = undefined;\nlet base64;\n'],
  ],
  // Where DEV is set Ink awaits developer tools, 128 kB, and its own version.
  ['ink/build/reconciler.js', ['await loadPackageJson()', '{}'], ["await import('./devtools.js')", '{}']],
  // Ink compares the styles of each cell of a frame with those of the cell before, by three sets. Most cells have the styles of the one before.
  [
    'ansi-tokenize/build/diff.js',
    [differs, `${differs}\nif (from === to || (from.length === 0 && to.length === 0)) return [];`],
  ],
  ['ansi-tokenize/build/styledChars.js', ['[...codes]', 'codes']], // each change of them is another array
  [
    'ink/build/output.js',
    ['styles: [],', 'styles: noStyles,'],
    ['class OutputCaches', 'const noStyles = [];\nclass OutputCaches'],
  ],
  // It makes a segmenter and compiles a regular expression of all emoji when it is loaded, which takes as long as two starts of Node: here for the first
  // text that needs them. The older version in wrap-ansi stays, as no row of a screen is wrapped.
  [
    'string-width/index.js',
    ['/^[\\u0020-\\u007E]*$/.test(string)', `ambiguousIsNarrow && /^[${screenCharacters}]*$/.test(string)`],
    [
      'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
      'let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= /^\\p{RGI_Emoji}$/v).test(text) };',
    ],
    [
      'const segmenter = new Intl.Segmenter();',
      'let segments; const segmenter = { segment: (text) => (segments ??= new Intl.Segmenter()).segment(text) };',
    ],
  ],
];

/** A plugin that replaces texts in a file of a package, the end of whose path is given. */
const replaced = ([end, ...texts]) => ({
  name: `replaced in ${end}`,
  setup({ onLoad }) {
    const filter = new RegExp(`[\\\\/]${end.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
    onLoad({ filter }, ({ path }) => {
      if (path.includes('wrap-ansi')) return undefined;
      const contents = texts.reduce(
        (source, [from, to]) => {
          const changed = source.replace(from, typeof to === 'string' ? () => to : to);
          if (changed === source) throw new Error(`${path} has changed: revise scripts/build/packages.mjs`);
          return changed;
        },
        readFileSync(path, 'utf8'),
      );
      return { contents, loader: 'js' };
    });
  },
});

export const packagePlugins = [substituted, ...replacements.map(replaced)];

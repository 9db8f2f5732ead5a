// Plugins that leave out of Ink and its packages what a terminal program does not use, that load them without `await`, and that make `ink-table` an ES
// module.

import { readFileSync } from 'node:fs';
import { inkTableAsEsm, inkTableFile } from '../ink-table.mjs';

/** Modules that Ink imports and what stands in their place, as the default export. */
const substitutes = {
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
};

const substituteModules = {
  name: 'ink-substitutes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(is-in-ci|terminal-size|signal-exit)$/ }, ({ path, importer }) =>
      /[\\/](ink|restore-cursor)[\\/]/.test(importer) ? { path, namespace: 'ink-substitute' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'ink-substitute' }, ({ path }) => ({
      contents: `export default ${substitutes[path]};`,
    }));
  },
};

/** The source of a package with other texts in places that must be there. */
function replaced(name, source, changes) {
  return changes.reduce((text, [from, to]) => {
    if (!from || !text.includes(from)) throw new Error(`${name} has changed: revise scripts/build/ink.mjs`);
    return text.replace(from, () => to);
  }, source);
}

/**
 * Yoga compiles its WebAssembly with an `await` at its top level, which only an ES module can have, and the code cache holds none of those. Emscripten
 * calls `instantiateWasm` where the option is set, and has filled its module when that returns.
 */
const yogaAtOnce = {
  name: 'yoga-at-once',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, ({ path }) => ({
      contents: replaced('yoga-layout', readFileSync(path, 'utf8'), [['await loadYoga()', 'loadYoga()']]),
    }));
    onLoad({ filter: /[\\/]yoga-layout[\\/].*wasm.*\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const [, base64] = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/.exec(source) ?? [];
      const atOnce = `export default () => {
        const yoga = {
          instantiateWasm(imports, done) {
            const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('${base64}', 'base64')), imports);
            done(instance);
            return instance.exports;
          },
        };
        loadYoga(yoga);
        return yoga;
      };`;
      const changed = replaced('yoga-layout', source, [
        [base64, ''],
        ['import.meta.url', '""'],
        ['export default loadYoga;', atOnce],
      ]);
      return { contents: `const fetch = undefined;\n${changed}` }; // it tests whether `fetch` exists and never calls it; the test makes Node load its HTTP client
    });
  },
};

/** Where DEV is set Ink awaits developer tools, 128 kB, and its own version. */
const reconcilerAtOnce = {
  name: 'reconciler-at-once',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) => ({
      contents: replaced('ink', readFileSync(path, 'utf8'), [
        ['await loadPackageJson()', '{}'],
        ["await import('./devtools.js')", '{}'],
      ]),
    }));
  },
};

/** Ink compares the styles of each cell of a frame with those of the cell before, by three sets. Most cells have the styles of the one before. */
const equalStyles = {
  name: 'equal-styles',
  setup({ onLoad }) {
    const change = (filter, name, ...changes) =>
      onLoad({ filter }, ({ path }) => ({ contents: replaced(name, readFileSync(path, 'utf8'), changes) }));
    const begins = 'export function diffAnsiCodes(from, to) {';
    const same = 'if (from === to || (from.length === 0 && to.length === 0)) return [];';
    change(/[\\/]ansi-tokenize[\\/]build[\\/]diff\.js$/, 'ansi-tokenize', [begins, `${begins}\n${same}`]);
    change(/[\\/]ansi-tokenize[\\/]build[\\/]styledChars\.js$/, 'ansi-tokenize', ['[...codes]', 'codes']); // each change of them is another array
    change(
      /[\\/]ink[\\/]build[\\/]output\.js$/,
      'ink',
      ['styles: [],', 'styles: noStyles,'],
      ['class OutputCaches', 'const noStyles = [];\nclass OutputCaches'],
    );
  },
};

/** The characters that screens are made of, each one column wide. */
const screenCharacters = '\\u0020-\\u007e\\u2500-\\u259f–…›·•◐✓✗●○◌▸◇▲→▏';

/**
 * `string-width` makes a segmenter and compiles a regular expression of all emoji when it is loaded, which takes as long as two starts of Node. Here it
 * does so for the first text that needs them.
 */
const lateEmoji = {
  name: 'late-emoji',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path }) => {
      if (path.includes('wrap-ansi')) return undefined; // An older version, used for wrapped texts only: no row of a screen is wrapped.
      const isScreenText = `ambiguousIsNarrow && /^[${screenCharacters}]*$/.test(string)`;
      const late = 'let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= /^\\p{RGI_Emoji}$/v).test(text) };';
      const lateSegmenter =
        'let segments; const segmenter = { segment: (text) => (segments ??= new Intl.Segmenter()).segment(text) };';
      return {
        contents: replaced('string-width', readFileSync(path, 'utf8'), [
          ['/^[\\u0020-\\u007E]*$/.test(string)', isScreenText],
          ['const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;', late],
          ['const segmenter = new Intl.Segmenter();', lateSegmenter],
        ]),
      };
    });
  },
};

const inkTable = {
  name: 'ink-table',
  setup({ onLoad }) {
    onLoad({ filter: inkTableFile }, ({ path }) => ({
      contents: inkTableAsEsm(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

export const inkPlugins = [substituteModules, yogaAtOnce, reconcilerAtOnce, equalStyles, lateEmoji, inkTable];

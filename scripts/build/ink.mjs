// Plugins that leave out of Ink and its packages what a terminal program does not use, and that make `ink-table` an ES module.

import { readFileSync } from 'node:fs';
import { inkTableAsEsm, inkTableFile } from '../ink-table.mjs';

/** Modules that Ink imports and what stands in their place, as the default export. */
const substitutes = {
  // 128 kB of developer tools, loaded where DEV is set.
  './devtools.js': '{}',
  'react-devtools-core': '{}',
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
    onResolve({ filter: /^(\.\/devtools\.js|react-devtools-core|is-in-ci|terminal-size|signal-exit)$/ }, ({ path, importer }) =>
      /[\\/](ink|restore-cursor)[\\/]/.test(importer) ? { path, namespace: 'ink-substitute' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'ink-substitute' }, ({ path }) => ({ contents: `export default ${substitutes[path]};` }));
  },
};

/** Yoga tests whether `fetch` exists and never calls it; the test alone makes Node load its HTTP client. */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]yoga-layout[\\/].*wasm.*\.js$/ }, ({ path }) => ({
      contents: `const fetch = undefined;\n${readFileSync(path, 'utf8')}`,
    }));
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
      const source = readFileSync(path, 'utf8');
      const isAscii = '/^[\\u0020-\\u007E]*$/.test(string)';
      const emoji = 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;';
      const segmenter = 'const segmenter = new Intl.Segmenter();';
      if (![isAscii, emoji, segmenter].every((part) => source.includes(part)))
        throw new Error('string-width has changed: revise scripts/build/ink.mjs');
      const isScreenText = `ambiguousIsNarrow && /^[${screenCharacters}]*$/.test(string)`;
      const late = 'let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= /^\\p{RGI_Emoji}$/v).test(text) };';
      const lateSegmenter = 'let segments; const segmenter = { segment: (text) => (segments ??= new Intl.Segmenter()).segment(text) };';
      return {
        contents: source
          .replace(isAscii, () => isScreenText)
          .replace(emoji, () => late)
          .replace(segmenter, () => lateSegmenter),
      };
    });
  },
};

const inkTable = {
  name: 'ink-table',
  setup({ onLoad }) {
    onLoad({ filter: inkTableFile }, ({ path }) => ({ contents: inkTableAsEsm(readFileSync(path, 'utf8')), loader: 'js' }));
  },
};

export const inkPlugins = [substituteModules, yogaWithoutFetch, lateEmoji, inkTable];

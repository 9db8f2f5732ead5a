// A plugin that leaves out of Commander what tuk does not use: modules of Node that take time to load, and the help that tuk makes itself.

/** Modules that Commander requires, and what stands in their place. */
const substitutes = {
  'node:child_process': '{}', // It starts subcommands that are programs of their own; loading it takes two milliseconds.
  'node:process': 'process',
  './help.js': '{ Help: class {}, stripColor: (text) => text }',
  './lib/help.js': '{ Help: class {} }',
  './suggestSimilar': '{ suggestSimilar: () => "" }',
};

export const commanderAlone = {
  name: 'commander-alone',
  setup({ onResolve, onLoad }) {
    onResolve(
      { filter: /^(node:child_process|node:process|\.(\/lib)?\/help\.js|\.\/suggestSimilar)$/ },
      ({ path, importer }) =>
        /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'commander-substitute' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'commander-substitute' }, ({ path }) => ({
      contents: `module.exports = ${substitutes[path]};`,
      loader: 'js',
    }));
  },
};

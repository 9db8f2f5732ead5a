// Bundles a source as one file that loads nothing of the program: a process or a thread of its own, which so starts in half the time.

import { build } from 'esbuild';
import { packagePlugins } from './packages.mjs';

/** The text of a CommonJS file with all that `source` imports. */
export async function oneFile(root, source, options) {
  const { outputFiles } = await build({
    entryPoints: [source],
    absWorkingDir: root,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false }, // what runs from the code cache has no ES modules
    legalComments: 'none',
    logLevel: 'warning',
    plugins: packagePlugins,
    ...options,
  });
  return outputFiles[0].text;
}

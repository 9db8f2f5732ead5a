// Bundles the process in which keys are used as one file, which loads nothing of the program: so it starts in half the time.

import { build } from 'esbuild';

/** The text of dist/key-process.cjs. */
export async function keyProcess(root, target) {
  const { outputFiles } = await build({
    entryPoints: ['src/engine/chain/key-process.ts'],
    target,
    absWorkingDir: root,
    write: false,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false }, // what runs from the code cache has no ES modules
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

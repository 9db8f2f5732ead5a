// Bundles the thread of jq as one file, beside which the WebAssembly of jq stands.

import { build } from 'esbuild';

/** The text of dist/chunks/jq-worker.cjs. @param plugin takes the WebAssembly out of the package (jq.mjs) */
export async function jqWorker(root, target, plugin) {
  const { outputFiles } = await build({
    entryPoints: ['src/cli/output/jq-worker.ts'],
    target,
    absWorkingDir: root,
    write: false,
    bundle: true,
    keepNames: true, // jq.ts finds functions of jq-wasm by their names
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false },
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [plugin],
  });
  return outputFiles[0].text;
}

// Loads the database's machine code by its file. The package would look through folders for it, which adds eight milliseconds to a start of the sandbox, and
// it holds 10 MB of sources beside it: the build takes its compiled files only.

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The package as the source imports it. */
export const sqlite = '@photostructure/sqlite';

/**
 * A CommonJS module that takes the place of the package: the module of Node where it is there without a warning (24.15, 26 and later), which loads in less
 * than half of the time; else the compiled file of `folder` that fits; else the module of Node with its warning, if there is one. It is loaded when it is used:
 * a module that fails while it is loaded would stay half loaded.
 */
export const sqliteByFile = (folder) => `
const file = \`${folder}/\${process.platform}-\${process.arch}\`;
const load = (...attempts) => {
  for (const attempt of attempts)
    try {
      return attempt();
    } catch (error) {
      if (attempt !== attempts.at(-1)) continue;
      const message = \`tuk has no database for \${process.platform} \${process.arch} with Node \${process.versions.node}. Use Node 24.15 or newer, which has its own.\`;
      throw Object.assign(new Error(message), { code: 'NO_DATABASE', cause: error });
    }
};
const [major, minor] = process.versions.node.split('.').map(Number);
const isSettled = major >= 26 || (major === 24 && minor >= 15);
const ofNode = () => require('node:sqlite');
const files = [() => require(file + '.node'), () => require(file + '-musl.node')];
let loaded;
module.exports = {
  get DatabaseSync() {
    loaded ??= isSettled ? load(ofNode, ...files) : load(...files, ofNode);
    return loaded.DatabaseSync;
  },
};`;

/** Copies the compiled files of every platform to `to`: `linux-x64.node`, `linux-x64-musl.node`. */
export function copySqlite(root, to) {
  const from = path.join(root, 'node_modules', sqlite, 'prebuilds');
  mkdirSync(to, { recursive: true });
  for (const platform of readdirSync(from))
    for (const name of readdirSync(path.join(from, platform))) {
      const kind = name.includes('.musl.') ? '-musl' : '';
      copyFileSync(path.join(from, platform, name), path.join(to, `${platform}${kind}.node`));
    }
}

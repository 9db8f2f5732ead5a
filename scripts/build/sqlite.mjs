// Loads the database's machine code by its file: the package looks through folders for it, which adds eight milliseconds to a start of the sandbox.

/** The package as the source imports it. */
export const sqlite = '@photostructure/sqlite';

/** A CommonJS module that takes the place of the package; it falls back to the package where `folder` is not its folder or holds no fitting file. */
export const sqliteByFile = (folder) => `
const file = \`${folder}/prebuilds/\${process.platform}-\${process.arch}/@photostructure+sqlite.glibc.node\`;
try {
  module.exports = require(file);
} catch {
  module.exports = require('${sqlite}');
}`;

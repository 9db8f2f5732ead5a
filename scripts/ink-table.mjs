// Converts the package ink-table to an ES module for the build and the tests: it requires Ink, whose top-level await cannot be required.

/** Matches the file of the package. */
export const inkTableFile = /[\\/]node_modules[\\/]ink-table[\\/]dist[\\/]index\.js$/;

/** The source with imports instead of requires; its exports are the default export, as in Node's own interoperability. */
export function inkTableAsEsm(source) {
  const imports = [];
  const body = source.replace(/const (\w+) = (?:__importDefault\()?require\("([^"]+)"\)\)?;/g, (_, name, from) => {
    imports.push(`import * as ${name}_ns from '${from}';`);
    return `const ${name} = { default: ${name}_ns.default ?? ${name}_ns, ...${name}_ns.default, ...${name}_ns };`;
  });
  if (imports.length !== 3 || /\brequire\(/.test(body))
    throw new Error('ink-table is another one: look at what is replaced here');
  return `${imports.join('\n')}\nconst exports = {};\n${body}\nexport default exports;`;
}

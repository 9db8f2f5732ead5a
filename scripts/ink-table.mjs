// ink-table is CommonJS and requires Ink, which awaits at its top and so cannot be required: the build and the tests take it as ESM.

/** Which file is meant. */
export const inkTableFile = /[\\/]node_modules[\\/]ink-table[\\/]dist[\\/]index\.js$/;

/** Its source with imports in the place of requires; what it exports is the default, as Node gives CommonJS to ESM. */
export function inkTableAsEsm(source) {
  const imports = [];
  const body = source.replace(/const (\w+) = (?:__importDefault\()?require\("([^"]+)"\)\)?;/g, (_, name, from) => {
    imports.push(`import * as ${name}_ns from '${from}';`);
    return `const ${name} = { default: ${name}_ns.default ?? ${name}_ns, ...${name}_ns.default, ...${name}_ns };`;
  });
  if (imports.length !== 3 || /\brequire\(/.test(body)) throw new Error('ink-table is another one: look at what is replaced here');
  return `${imports.join('\n')}\nconst exports = {};\n${body}\nexport default exports;`;
}

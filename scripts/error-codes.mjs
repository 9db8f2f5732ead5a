// Collects the codes of all errors from the places that throw them, for the build and the tests: the source has no list of them.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches the module that the collected codes replace. */
export const errorCodesFile = /[\\/]src[\\/]cli[\\/]error-codes\.ts$/;

/** The kind of failure by class: `class BadInput extends Failure` passes `usage` on to its base. */
function kindsOfClasses(source) {
  const text = readFileSync(path.join(source, 'services/http/errors.ts'), 'utf8');
  const [, ...classes] = text.split(/^export class /m);
  return Object.fromEntries(
    classes.flatMap((body) =>
      /super\(\s*'([a-z-]+)'/.exec(body) ? [[/^\w+/.exec(body)[0], /super\(\s*'([a-z-]+)'/.exec(body)[1]]] : [],
    ),
  );
}

/** The codes of a source file with the kinds of their failures, as pairs. */
function codesIn(text, kinds) {
  const byClass = [...text.matchAll(/new (\w+)\(\s*'([A-Z][A-Z0-9_]+)'/g)].map(([, name, code]) => [code, kinds[name]]);
  const byKind = [...text.matchAll(/new \w+\(\s*'([a-z-]+)',\s*'([A-Z][A-Z0-9_]+)'/g)].map(([, kind, code]) => [
    code,
    kind,
  ]);
  // A function of the file that makes an error of the code it is called with.
  const makers = [
    ...text.matchAll(
      /(?:const|function) (\w+)(?: = )?\(\s*code: string(?:(?!\bconst\b|\bfunction\b)[\s\S])*?new (\w+)\(\s*code\b/g,
    ),
  ];
  const byFunction = makers.flatMap(([, name, of]) =>
    [...text.matchAll(new RegExp(`\\b${name}\\(\\s*'([A-Z][A-Z0-9_]+)'`, 'g'))].map(([, code]) => [code, kinds[of]]),
  );
  return [...byClass, ...byKind, ...byFunction].filter(([, kind]) => kind !== undefined);
}

/** The text of the module: by code, the kinds of the failures that have it. */
export function errorCodesModule(root) {
  const source = path.join(root, 'src');
  const kinds = kindsOfClasses(source);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('sandbox'),
  );
  const pairs = files.flatMap((file) => codesIn(readFileSync(path.join(source, file), 'utf8'), kinds));
  const codes = [...new Set(pairs.map(([code]) => code))].sort();
  const table = codes.map((code) => [
    code,
    [...new Set(pairs.filter(([other]) => other === code).map(([, kind]) => kind))].sort(),
  ]);
  return `export const errorCodes = ${JSON.stringify(Object.fromEntries(table))};`;
}

/** The plugin of the build. */
export const errorCodes = (root) => ({
  name: 'error-codes',
  setup({ onLoad }) {
    onLoad({ filter: errorCodesFile }, () => ({ contents: errorCodesModule(root) }));
  },
});

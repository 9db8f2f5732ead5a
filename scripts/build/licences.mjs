// The licence texts of the packages whose code is in dist/, and of what is compiled into their files.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the package that a source is part of: `node_modules/@scope/name`; undefined for the program's own. */
const packageOf = (input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll('\\', '/'))?.[0];

const runtime = [
  { name: 'Emscripten', kind: 'MIT, NCSA', file: 'emscripten' },
  { name: 'musl', kind: 'MIT', file: 'musl' },
  { name: 'LLVM', kind: 'Apache-2.0 WITH LLVM-exception, NCSA, MIT', file: 'llvm' },
];
/**
 * What is compiled into the WebAssembly or machine code of a package, whose own licence does not name it. The texts are in licences/, verbatim from each project.
 * The allocator of Emscripten, dlmalloc, is in the public domain.
 */
const compiled = {
  '@photostructure/sqlite': [
    { name: 'SQLite', kind: 'public domain', file: 'sqlite' },
    { name: 'Node.js', kind: 'MIT', file: 'node' },
    { name: 'node-addon-api', kind: 'MIT', file: 'node-addon-api' },
  ],
  'jq-wasm': [
    { name: 'jq', kind: 'MIT, with parts under ICU and BSD licences', file: 'jq' },
    { name: 'Oniguruma', kind: 'BSD-2-Clause', file: 'oniguruma' },
    ...runtime,
  ],
  undici: [{ name: 'llhttp', kind: 'MIT', file: 'llhttp' }],
  'yoga-layout': [{ name: 'Yoga', kind: 'MIT', file: 'yoga' }, ...runtime],
};
const licence = (file) => readFileSync(path.join(import.meta.dirname, 'licences', `${file}.txt`), 'utf8');
/** How WebAssembly begins, in base64. */
const webAssembly = 'AGFzb';

/**
 * The text with name, version and licence of each package, and of what is compiled into it.
 * @param inputs the sources of dist/ @param more packages whose files are copied
 * @throws where a package says nothing of its licence, or contains WebAssembly of unknown origin: then it cannot be given to others
 */
export function thirdPartyLicences(root, inputs, more) {
  const folders = foldersOf(inputs, more);
  const names = [...folders].map((folder) =>
    folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  const unknown = inputs.find(
    (input) =>
      packageOf(input) !== undefined &&
      !names.some((name) => Object.hasOwn(compiled, name) && packageOf(input).endsWith(`/${name}`)) &&
      readFileSync(path.join(root, input), 'utf8').includes(webAssembly),
  );
  if (unknown !== undefined)
    throw new Error(`${unknown} contains WebAssembly: scripts/build/licences.mjs has to name what it is compiled from`);
  const entries = [...[...folders].map((folder) => entryOf(path.join(root, folder))), ...compiledInto(names)].sort(
    (one, other) => (one.title < other.title ? -1 : 1),
  );
  const rule = '-'.repeat(78);
  return `The code of these packages is part of this program, under their licences.\n\n${entries
    .map(({ title, text }) => `${rule}\n${title}\n${rule}\n\n${text.trim()}\n`)
    .join('\n')}`;
}

/** The folders of the packages, each once. */
const foldersOf = (inputs, more) =>
  new Set([
    ...inputs.map(packageOf).filter((folder) => folder !== undefined),
    ...more.map((name) => `node_modules/${name}`),
  ]);

/** Name, version and licence of each package whose code is in dist/. */
export const bundledPackages = (root, inputs, more) =>
  [...foldersOf(inputs, more)].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    return { name, version, license: typeof license === 'string' ? license : license?.type };
  });

/** What is compiled into the files of a package. */
export const compiledParts = (name) => compiled[name] ?? [];

/** The entries of what is compiled into these packages, each once. */
function compiledInto(names) {
  const parts = new Map();
  for (const name of names)
    for (const part of compiled[name] ?? [])
      parts.set(part.file, { ...part, packages: [...(parts.get(part.file)?.packages ?? []), name] });
  return [...parts.values()].map(({ name, kind, file, packages }) => ({
    title: `${name} (${kind})  compiled into ${packages.sort().join(', ')}`,
    text: licence(file),
  }));
}

function entryOf(folder) {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files
    .map((file) => path.join(folder, file))
    .filter(existsSync)
    .map((file) => readFileSync(file, 'utf8'));
  const kind = typeof license === 'string' ? license : license?.type;
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  const text = texts.length > 0 ? texts.join('\n\n') : usual(kind, holder);
  if (text === undefined) throw new Error(`${name} has no licence text, and its licence is ${kind}`);
  return { title: `${name} ${version} (${kind})${homepage ? `  ${homepage}` : ''}`, text };
}

/** The text of a licence for a package that names it and has no file of it; undefined for another one. */
const usual = (kind, holder) =>
  ['MIT', 'Apache-2.0'].includes(kind) ? licence(kind.toLowerCase()).replace('HOLDER', holder) : undefined;

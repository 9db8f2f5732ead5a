// What the package has to hold: licences of all bundled code, manual pages, the database for every platform. As npm packs it: packaging.proof.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { groups } from '../src/groups.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const names = Object.keys(groups);

/** The entries of the licences, by the name of the package or project. */
const texts = new Map(
  read('dist/THIRD-PARTY-LICENSES.txt')
    .split(/^-{78}\n(?=.+\n-{78}\n)/m)
    .map((entry) => [entry.split(' ', 1)[0]!, entry]),
);

test('every package whose code is in dist/ has its licence there', () => {
  const meta = JSON.parse(read('dist/meta.json')) as Record<string, { inputs: string[] }>;
  const packages = new Set(
    Object.values(meta).flatMap(({ inputs }) =>
      inputs.flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
    ),
  );
  expect(packages.size).toBeGreaterThan(40);
  for (const name of [...packages, '@photostructure/sqlite']) {
    const { version } = JSON.parse(read(`node_modules/${name}/package.json`));
    expect(texts.get(name), name).toContain(`${name} ${version} (`);
    expect(texts.get(name)!.length, name).toBeGreaterThan(600);
  }
});

test('the documentation lists each package that the program imports and that is in dist/, and none more', () => {
  const meta = JSON.parse(read('dist/meta.json')) as Record<string, { inputs: string[] }>;
  const inputs = Object.values(meta).flatMap((file) => file.inputs);
  const { devDependencies, dependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const bundled = Object.keys(devDependencies!).filter((name) =>
    // A package may only hand on what others of its scope have.
    inputs.some((input) => input.startsWith(`node_modules/${name.split('/')[0]}/`)),
  );
  const rows = read('docs/dependencies.md').matchAll(/^\| (`.*?) \|/gm);
  const listed = [...rows].flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
  const all = [...bundled, ...Object.keys(dependencies!), '@photostructure/sqlite'];
  const isListed = (name: string) => listed.some((one) => one === name || one === name.replace(/\/.*/, '/*'));
  expect(all.filter((name) => !isListed(name))).toEqual([]);
  expect(listed.filter((one) => !all.some((name) => name === one || name.replace(/\/.*/, '/*') === one))).toEqual([]);
});

test('the bill of materials has every package with its version and its licence, and what is compiled into them', () => {
  interface Component {
    readonly name: string;
    readonly group?: string;
    readonly version?: string;
    readonly purl?: string;
    readonly licenses?: readonly unknown[];
  }
  const sbom = JSON.parse(read('dist/sbom.cdx.json')) as {
    specVersion: string;
    components: Component[];
    dependencies: { ref: string; dependsOn?: string[] }[];
  };
  const byName = new Map(sbom.components.map((one) => [[one.group, one.name].filter(Boolean).join('/'), one]));
  expect(sbom.specVersion).toBe('1.6');
  for (const name of [...texts.keys()].filter((one) => one !== 'The'))
    expect([name, byName.has(name)]).toEqual([name, true]);
  for (const [name, { version, purl, licenses }] of byName) {
    expect([name, licenses?.length]).toEqual([name, 1]);
    if (purl !== undefined) expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  expect(sbom.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/jq-wasm@'))?.dependsOn).toContain(
    'compiled:Oniguruma',
  );
});

test.each([
  [
    'jq',
    'jq-wasm',
    ['jq is copyright (C) 2012 Stephen Dolan', 'David M. Gay', 'International Business Machines', 'NetBSD', 'Heimdal'],
  ],
  ['Oniguruma', 'jq-wasm', ['Copyright (c) 2002-2021  K.Kosako', 'Redistributions in binary form must reproduce']],
  ['Emscripten', 'jq-wasm, yoga-layout', ['Copyright (c) 2010-2014 Emscripten authors']],
  ['musl', 'jq-wasm, yoga-layout', ['Rich Felker, et al.']],
  ['LLVM', 'jq-wasm, yoga-layout', ['Apache License', 'LLVM Exceptions']],
  ['Yoga', 'yoga-layout', ['Copyright (c) Facebook, Inc. and its affiliates.']],
  ['llhttp', 'undici', ['Fedor Indutny']],
  ['SQLite', '@photostructure/sqlite', ['disclaims copyright']],
  ['Node.js', '@photostructure/sqlite', ['Node.js contributors', 'Joyent']],
  ['node-addon-api', '@photostructure/sqlite', ['Node.js API collaborators']],
])('%s, which is compiled into %s, has its licence and its notices', (name, into, notices) => {
  expect(texts.get(name)!.split('\n')[0]).toMatch(new RegExp(` compiled into ${into}$`));
  for (const notice of notices) expect(texts.get(name)).toContain(notice);
});

test('there is a manual page for tuk and for each group', () => {
  expect(readdirSync(path.join(root, 'dist/man')).sort()).toEqual(
    ['tuk.1.gz', ...names.map((name) => `tuk-${name}.1.gz`)].sort(),
  );
  const page = gunzipSync(readFileSync(path.join(root, 'dist/man/tuk-wallet.1.gz'))).toString();
  expect(page).toMatch(/^\.TH TUK\\-WALLET 1 /);
  expect(page).toMatch(/^\.TP\n\.B \\-\\-network <\w+>\n\w/m);
  expect(page).toContain('\n.SS SYNOPSIS\n.nf\n');
});

test('the database has a compiled file for every platform', () => {
  expect(readdirSync(path.join(root, 'dist/sqlite')).sort()).toEqual(
    'darwin-arm64 darwin-x64 linux-arm64 linux-arm64-musl linux-x64 linux-x64-musl win32-arm64 win32-x64'
      .split(' ')
      .map((name) => `${name}.node`)
      .sort(),
  );
});

test.each([
  ['20.20.0', 'linux-x64.node'],
  ['22.23.3', 'linux-x64.node'],
  ['24.12.0', 'linux-x64.node'],
  ['24.15.0', 'node:sqlite'],
  ['25.3.0', 'linux-x64.node'],
  ['26.0.0', 'node:sqlite'],
])('Node %s uses the database of %s', async (version, used) => {
  const script = pathToFileURL(path.join(root, 'scripts/build/sqlite.mjs')).href;
  const { sqliteByFile } = (await import(script)) as { sqliteByFile(folder: string): string };
  const module: { exports?: { DatabaseSync: string } } = {};
  const process = { platform: 'linux', arch: 'x64', versions: { node: version } };
  runInNewContext(sqliteByFile('x'), { process, module, require: (name: string) => ({ DatabaseSync: name }) });
  expect(module.exports?.DatabaseSync).toBe(used === 'node:sqlite' ? used : `x/${used}`);
});

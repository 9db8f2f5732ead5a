// The recipes for an output format, an option and a thing, applied to a copy of the program as docs/extending.md prints them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { afterFile } from './support/cleanup.js';
import { argvOf, newHome } from './support/tuk.js';

const root = path.resolve(import.meta.dirname, '..');
/** The parts of a checkout that the build reads. */
const built = [
  ...'src sandbox scripts bin docs package.json package-lock.json tsconfig.json LICENSE README.md'.split(' '),
];

/** The blocks of code of a section of a page, in order. */
const blocksOf = (page: string, section: string): readonly string[] => {
  const [, text = ''] = readFileSync(path.join(root, page), 'utf8').split(`## ${section}\n`);
  return [...text.split('\n## ')[0]!.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!);
};

const [entry = '', module = '', renderer = ''] = blocksOf('docs/extending.md', 'Add an output format');
const [option = ''] = blocksOf('docs/extending.md', 'Add an option of a command');
const [alarm = ''] = blocksOf('docs/extending.md', 'Add a kind of thing');

let copy: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'tuk-recipe-'));
  afterFile(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of built) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const write = (file: string, code: string) => writeFileSync(path.join(copy, file), code);
  const insert = (file: string, after: string, code: string) => {
    const source = readFileSync(path.join(copy, file), 'utf8');
    expect(source).toContain(after);
    write(
      file,
      source.replace(after, () => `${after}\n${code}`),
    );
  };
  insert('src/cli/settings/formats.ts', 'export const outputFormats = {', entry);
  write('src/cli/output/formats/lines.ts', module);
  insert('src/cli/output/render.ts', 'Promise<FormattedText>>> = {', renderer);
  insert(
    'src/commands/depin/index.ts',
    "summary: 'List the battery swaps',\n    description: filterNote,\n    options: [",
    option,
  );
  write('src/things/charger-alarm.ts', alarm);
  insert('src/things/index.ts', "endpoint-types.js';", "import { chargerAlarm } from './charger-alarm.js';");
  insert('src/things/index.ts', '\n  charger,', '  chargerAlarm,');
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'pipe' });
  env = { ...process.env, TUK_HOME: newHome() };
  run('login');
}, 300_000);
const run = (line: string): string =>
  execFileSync(process.execPath, ['bin/tuk.cjs', ...argvOf(line)], { cwd: copy, env, encoding: 'utf8', stdio: 'pipe' });

test('a format that is added by the recipe alone works', () => {
  expect(run('assets offerings --fields id -o lines')).toMatch(/^(\{"id":"[^"]+"\}\n){2,}$/);
  expect(() => run('assets offerings --fields id -o line')).toThrow(/Command failed/);
});

test('an option that is added by the recipe alone filters the rows', () => {
  const swaps = JSON.parse(run('depin swaps')) as readonly { readonly vin: string }[];
  const { vin } = swaps[0]!;
  const own = swaps.filter((swap) => swap.vin === vin);
  expect(own.length).toBeLessThan(swaps.length);
  expect(JSON.parse(run(`depin swaps --vin ${vin}`))).toEqual(own);
});

test('a thing that is added by the recipe alone is waited for and found', () => {
  const [{ id }] = JSON.parse(run('depin chargers')) as readonly [{ readonly id: string }];
  const states = ['FULLY_CHARGED', 'CHARGING', 'PROBLEM', 'NO_BATTERY', 'OFF']; // chargers change while the test runs
  expect(run(`wait alarm:${id} ${states.map((state) => `--for ${state}`).join(' ')}`)).toMatch(
    new RegExp(states.join('|')),
  );
  expect(run(`find ${id} --jq .parts[].what`)).toContain('charger alarm');
});

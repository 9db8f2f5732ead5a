// The documentation matches the repository: its paths, scripts, examples, terms and numbers.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatNames } from '../src/cli/settings/formats.js';
import { groupNames, groups } from '../src/groups.js';
import { limitNames } from '../src/money/policy/limit-table.js';
import * as words from '../src/services/catalogue/words.js';
import { allCalls } from './support/catalogue.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const pages = [
  ...['README.md', 'docs/scripting.md', 'docs/money.md', 'docs/README.md', 'docs/architecture.md'],
  ...readdirSync(path.join(root, 'docs/sandbox')).map((name) => `docs/sandbox/${name}`),
  ...['CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'],
];

const directories = ['src', 'sandbox', 'tests', 'docs', 'scripts', 'bin', 'examples'] as const;
/** Every file and directory of the repository, except installed and built ones. */
const entries = [
  ...readdirSync(root),
  ...directories.flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${top}/${name.replaceAll('\\', '/')}`,
    ),
  ),
];
/** The part of a path that a page may leave out at its end. */
const ending = String.raw`(\.tsx?|\.mjs)?`;
/** Whether a path of a page exists, in the repository or below src. `*` and `<name>` stand for any name. */
function exists(name: string): boolean {
  const pattern = name
    .replace(/\/$/, '')
    .split(/\*|<[\w-]+>/)
    .map((part) => part.replace(/[.\\]/g, '\\$&'))
    .join('[^/]+');
  const whole = new RegExp(`^(src/)?${pattern}${ending}$`);
  return entries.some((entry) => whole.test(entry));
}

/** The paths that a page names: those below a directory of the repository, links, and in backquotes files and paths below src. */
function pathsIn(page: string): string[] {
  const text = read(page);
  const full = text.match(/(?<![\w./-])(src|sandbox|tests|docs|scripts|bin)\/[\w.*<>-]+(\/[\w.*<>-]+)*/g) ?? [];
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to]) => path.posix.join(path.posix.dirname(page), to!));
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  // the other pages also name paths of services and of the user's files
  const own =
    page === 'CONTRIBUTING.md' || page === 'docs/architecture.md'
      ? spans.filter((span) => /^[a-z][\w-]*(\/[\w.*<>-]+)+\/?$/.test(span))
      : [];
  return [...full.map((name) => name.replace(/\.$/, '')), ...links, ...own.filter((span) => !span.startsWith('dist/'))];
}

test.each(pages)('every path that %s names exists', (page) => {
  expect(pathsIn(page).filter((name) => !exists(name))).toEqual([]);
});
test('the pages name paths', () => expect(pages.flatMap(pathsIn).length).toBeGreaterThan(100));

test('every directory of the diagram exists', () => {
  const [, diagram = ''] = read('docs/architecture.md').split('```');
  const named = diagram.match(/(?<![\w/-])[a-z]+(?=\/)/g) ?? [];
  expect(named).toContain('catalogue');
  expect(named.filter((name) => !entries.some((entry) => `/${entry}`.endsWith(`/${name}`)))).toEqual([]);
});

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short!),
  );
  expect(named).toContain('reference');
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every example of CONTRIBUTING.md compiles: it is in contributing.types.ts', () => {
  const withoutFormat = (text: string): string => text.replace(/\s+/g, '').replace(/,(?=[)\]}]|$)/g, '');
  const compiled = withoutFormat(read('tests/contributing.types.ts'));
  const examples = [...(read('CONTRIBUTING.md') + read('docs/extending.md')).matchAll(/```ts\n(.*?)```/gs)]
    .map(([, code]) => code!.replace(/^import .*\n/gm, ''))
    .filter((code) => !code.includes('await import(')) // tests/recipes.proof.test.ts applies it
    .map(withoutFormat);
  expect(examples.length).toBeGreaterThan(15);
  expect(examples.filter((code) => !compiled.includes(code))).toEqual([]);
});

test('every example of tests/support/README.md runs: it is in tests/behaviour/examples.test.tsx', () => {
  const run = read('tests/behaviour/examples.test.tsx');
  const examples = [...read('tests/support/README.md').matchAll(/```tsx?\n(.*?)```/gs)].map(([, code]) => code!);
  expect(examples).toHaveLength(3);
  const parts = examples.flatMap((code) => code.split(/\n\n|\n(?=import )/)).map((part) => part.trim());
  expect(parts.filter((part) => !run.includes(part))).toEqual([]);
});

describe('the table "Where to look"', () => {
  const [, section = ''] = read('docs/architecture.md').split('## Where to look');
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\| ([\w ]+) \| (`.+?`) \|/gm)];
  const terms = rows.map(([, term, files]) => [term!, files!.match(/(?<=`)[\w/-]+(?=`)/g) ?? []] as const);

  test('has the terms', () => expect(terms.length).toBeGreaterThanOrEqual(10));
  test.each(terms)('%s is in the first comment of its files', (term, files) => {
    for (const file of files)
      expect(read(`src/${file}.ts`).split('\n')[0], file).toMatch(new RegExp(`^// .*\\b${term}`, 'i'));
  });
});

test('every source file begins with a comment that says what it is for', () => {
  const sources = entries.filter((entry) => /^(src|tests|scripts)\/.*\.(tsx?|mjs|cjs)$/.test(entry));
  expect(sources.filter((file) => !/^(#!.*\n)?\/[/*]/.test(read(file)))).toEqual([]);
});

test.each(
  groupNames.filter((name) => groups[name].section === 'Everyday' && !['find', 'wait', 'watch'].includes(name)),
)('README.md has the group %s in its table', (name) => expect(read('README.md')).toContain(`\n| \`tuk ${name}\` |`));
test.each(limitNames)('docs/money.md names limits.%s', (name) =>
  expect(read('docs/money.md')).toContain(`\`limits.${name}\``),
);
test('docs/scripting.md lists the output formats', () => {
  const [, section = ''] = read('docs/scripting.md').split('## 1 Output');
  const listed = [...section.split('\n## ')[0]!.matchAll(/`-o (\w+)`/g)].map(([, name]) => name!);
  expect(listed.sort()).toEqual([...formatNames].sort());
});

describe('the documentation', () => {
  const texts = entries.filter(
    (entry) => /^(src|tests|docs)\/.*\.(tsx?|mjs|cjs|md|tsv)$|^[A-Z]+\.md$/.test(entry) && entry !== 'CHANGELOG.md',
  );
  const prose = texts.filter((entry) => entry.endsWith('.md'));
  const chapters = entries.filter((entry) => /^docs\/platform\/\d+-.*\.md$/.test(entry)).map(read);
  const sections = new Set(
    chapters.flatMap((text) => [...text.matchAll(/^##? (\d+(?:\.\d+)?) /gm)].map(([, number]) => number!)),
  );
  const moneySections = new Set([...read('docs/money.md').matchAll(/^## (\d+) /gm)].map(([, number]) => number!));
  const published = read('docs/platform/12-types.md');

  test('resolves every citation of a chapter', () => {
    const cited = texts.flatMap((entry) => {
      const text = read(entry);
      const platform = [...text.matchAll(/\bplatform (\d+(?:\.\d+)?)((?:, \d+\.\d+)*)/gi)].flatMap(
        ([, first, more]) => [first!, ...more!.split(', ').filter(Boolean)],
      );
      const money = [...text.matchAll(/docs\/money\.md (\d+)/g)].map(([, number]) => number!);
      const types = [...text.matchAll(/\(platform 12\.\d, (\w+)|(\w+) \(platform 12\.\d\)/g)]
        .map(([, one, other]) => (one ?? other)!)
        .filter((name) => /^[A-Z]\w+(Dto|Entity|DTO)$/.test(name));
      return [
        ...platform.filter((number) => !sections.has(number)),
        ...money.filter((number) => !moneySections.has(number)).map((number) => `money ${number}`),
        ...types.filter((name) => !published.includes(`| ${name} |`)),
      ].map((number) => `${entry}: ${number}`);
    });
    expect(cited).toEqual([]);
    expect(sections.size).toBeGreaterThan(40);
  });

  test('names no page that is not here', () => {
    const names = new Set(entries.map((entry) => path.posix.basename(entry)));
    const missing = texts.flatMap((entry) => {
      const named = read(entry).match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];
      return [
        ...[...read(entry).matchAll(/\b[A-Z]{3,}\.md\b/g)].map(([name]) => name).filter((name) => !names.has(name)),
        ...named.filter((name) => !entries.includes(name)),
      ].map((name) => `${entry}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test('names no file of the code that is not here', () => {
    const added = 'src/cli/output/formats/lines.ts'; // by a recipe
    const missing = prose.flatMap((entry) =>
      [...read(entry).matchAll(/`((?:src|tests|scripts|sandbox|bin)\/[\w./-]+\.(?:tsx?|mjs|cjs))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !entries.includes(name) && name !== added)
        .map((name) => `${entry}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('has every closed list of the catalogue in a chapter of the platform', () => {
    const lists = Object.entries(words).flatMap(([list, values]) =>
      Array.isArray(values) ? values.map((value) => [list, String(value)]) : [],
    );
    const all = chapters.join('\n');
    expect(lists.length).toBeGreaterThan(300);
    const missing = lists.filter(([, value]) => !new RegExp(`(?<![\\w-])${value}(?![\\w-])`).test(all));
    expect(missing, 'name them in the chapter of the service in docs/platform/').toEqual([]);
  });

  test('has no written page of more than 2,000 words', () => {
    const written = prose.filter(
      (entry) => !entry.startsWith('docs/commands/') && entry !== 'docs/platform/12-types.md',
    );
    const long = written
      .map((entry) => [entry, read(entry).split(/\s+/).length] as const)
      .filter(([, count]) => count > 2000);
    expect(long).toEqual([]);
  });
});

describe('the chapters on the sandbox', () => {
  const chapters = pages.filter((page) => /^docs\/sandbox\/\d/.test(page));

  test.each(chapters)('%s is in the index and has at most 1,500 words', (page) => {
    expect(read('docs/sandbox/README.md')).toContain(`](${path.posix.basename(page)})`);
    expect(read(page).split(/\s+/).length).toBeLessThanOrEqual(1500);
  });
});

describe('.github', () => {
  test('the workflow runs the gate on the oldest Node that package.json allows, and on the newest', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml'));
    const { engines } = JSON.parse(read('package.json'));
    expect(jobs.gate.strategy.matrix.node[0]).toBe(`${engines.node.replace('>=', '')}.0`);
    expect(jobs.gate.strategy.matrix.node.at(-1)).toBe('latest');
    expect(jobs.gate.steps.at(-1).run).toBe('.ci/run');
    expect(readFileSync(path.join(root, '.ci/run'), 'utf8')).toContain('npm ci && npm test');
  });

  test.each(['bug', 'feature'])('the form %s has what GitHub asks of a form', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as {
      name: string;
      description: string;
      body: Field[];
    };
    type Field = { type: string; id?: string; attributes: { label?: string; value?: string; options?: unknown[] } };
    expect([form.name, form.description].every((text) => text.length > 2)).toBe(true);
    const asked = form.body.filter(({ type }) => type !== 'markdown');
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(type === 'markdown' ? attributes.value : attributes.label).toMatch(/\w/);
      if (type === 'dropdown') expect(attributes.options!.every((option) => typeof option === 'string')).toBe(true);
    }
  });
});

test.each(pages)('the number of calls in %s is that of the catalogue', async (page) => {
  const stated = [...read(page).matchAll(/all (\d+) calls/gi)].map(([, count]) => Number(count));
  const { length } = await allCalls();
  expect(stated.filter((count) => count !== length)).toEqual([]);
});

test('every mutation of npm run mutate applies: its text occurs once in its file', async () => {
  type Mutation = { file: string; from: string };
  const script = pathToFileURL(path.join(root, 'scripts/mutations.mjs')).href;
  const { mutations } = (await import(script)) as { mutations: readonly Mutation[] };
  const stale = mutations.filter(({ file, from }) => read(file).split(from).length !== 2);
  expect(stale).toEqual([]);
  expect(mutations.length).toBeGreaterThan(20);
});

// Runs lines over dialects of the second platform, and compares what they say with what they say over the sandbox's own.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { groupNames, groups } from '../../../src/groups.js';
import { exit } from '../exit.js';
import { now } from '../time.js';
import { argvOf } from '../tuk.js';
import { stubUser } from '../users.js';
import { type Dialect, dialectOf } from './dialect.js';
import { secondPlatform } from './platform.js';

/** The first example of every everyday read, as a table; without those of the ledger, of a node, and that wait. */
export async function everydayLines(): Promise<readonly string[]> {
  const everyday = groupNames.filter((name) => groups[name].section === 'Everyday');
  const commands = (await Promise.all(everyday.map(async (name) => (await groups[name].load()).group.commands))).flat();
  return commands
    .filter(({ read }) => read)
    .flatMap(
      ({ examples }) => examples.find((line) => !/<|\.\.\.|wait|watch| -o | --jq|--fields|--geojson/.test(line)) ?? [],
    )
    .map((line) => line.replace(/^tuk /, ''))
    .filter((line) => !/^(assets orders|store order list)/.test(line));
}

/** What a line said: its exit code, and its lines without what a dialect alone changes. */
interface Said {
  readonly code: number;
  readonly said: readonly string[];
}
/** A difference of a line: its exit codes, and what is lost and added. */
type Difference = readonly [
  line: string,
  own: number,
  theirs: number,
  lost: readonly string[],
  added: readonly string[],
];

/** Parts of a page that differ by the dialect alone: no field is lost, and none has another value. */
const isOfDialect = (own: string, theirs: string, hasMap = false): boolean => {
  const [[label, value], [otherLabel, otherValue]] = [own, theirs].map((line) => line.trim().split('  ')) as [
    string[],
    string[],
  ];
  if (label === otherLabel && otherValue?.startsWith(`${value} `)) return true; // money has its unit in its value
  if (hasMap) return false;
  if (label === otherLabel && /^\d{10}(\d{3})?$/.test(otherValue ?? '')) return true; // no declaration says that it is a time
  return label === 'id' && / no$|^uuid$|^ id$/.test(otherLabel ?? '') && value === otherValue; // the id under its own name
};

/** Sentences about the form of a response, and of refusals, whose exit code is compared. */
const beside =
  /^((type \w+, )?(total )?(count|total) \d+|page|meta|✗ .*| +the list has exactly .*|first such response of .*| +currency( id)? {2,}\w+)$/gm;

/** The lines of a page, without what the dialect changes. */
const linesOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll('_', ' ')
    .replace(beside, '')
    .split('\n')
    .map((one) => one.trimEnd().replace(/ {2,}/g, '  '))
    .filter(Boolean)
    .sort();

/** Opens the platform. @returns the functions that run a line over a dialect, and compare lines with the sandbox's own dialect */
export async function comparison() {
  const platform = await secondPlatform();
  const over = async (dialect: Dialect, hasMap = false) => {
    const { script, translator, map } = platform(dialect);
    const user = await stubUser(script);
    if (hasMap) {
      writeFileSync(path.join(user.home, 'platform.yaml'), map());
      const named = await user.run('profile set box map platform.yaml');
      if (named.code !== exit.ok) throw new Error(named.stderr);
    }
    return async (line: string): Promise<Said> => {
      const { code, stdout, stderr } = await user.table(argvOf(line), { columns: 400, now });
      return { code, said: linesOf(translator.ownIn(`${stdout}\n${stderr}`)) };
    };
  };
  const own = await over(dialectOf(0));
  const ownSaid = new Map<string, Promise<Said>>();
  const ownOf = (line: string) => {
    if (!ownSaid.has(line)) ownSaid.set(line, own(line));
    return ownSaid.get(line)!;
  };
  const differencesIn = async (lines: readonly string[], dialect: Dialect, hasMap = false) => {
    const expected: Said[] = [];
    for (const line of lines) expected.push(await ownOf(line)); // a map says what these responses have
    const theirs = await over(dialect, hasMap);
    const differences: Difference[] = [];
    for (const [at, line] of lines.entries()) {
      const [one, found] = [expected[at]!, await theirs(line)];
      const missing = one.said.filter((text) => !found.said.includes(text));
      const extra = found.said.filter((text) => !one.said.includes(text));
      const lost = missing.filter((text) => !extra.some((other) => isOfDialect(text, other, hasMap)));
      const added = extra.filter((other) => !one.said.some((text) => isOfDialect(text, other, hasMap)));
      if (one.code !== found.code || lost.length + added.length > 0)
        differences.push([line, one.code, found.code, lost.slice(0, 3), added.slice(0, 3)]);
    }
    return differences;
  };
  return { differencesIn };
}

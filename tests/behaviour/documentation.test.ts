// The command lines of README.md, docs/scripting.md, docs/flows.md and docs/money.md run in a fresh home, in the order of the page, with the output that the page shows.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { renamedSandbox } from '../support/renamed-sandbox.js';
import { scripted } from '../support/scripted-server.js';
import { argvOf, newUser } from '../support/tuk.js';
import { tokens } from '../support/users.js';

const read = (page: string) => readFileSync(path.resolve(import.meta.dirname, '../..', page), 'utf8');
const pages = ['README.md', 'docs/scripting.md', 'docs/flows.md', 'docs/money.md'];

interface Step {
  readonly line: string;
  /** The lines of output; `…` stands for any text, alone for any lines. */
  readonly shown: readonly string[];
}
/** The command lines of the console blocks of a page. */
const stepsOf = (page: string): readonly Step[] =>
  [...read(page).matchAll(/```console\n(.*?)```/gs)].flatMap(([, block]) =>
    block!
      .trimEnd()
      .split(/^\$ /m)
      .slice(1)
      .map((text) => text.trimEnd().split('\n'))
      .map(([line, ...shown]) => ({ line: line!, shown })),
  );
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = (shown: readonly string[]) =>
  new RegExp(
    `^${shown.map((line) => (line === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*')}\\n`)).join('')}$`,
  );

test.each(pages)('%s', async (page) => {
  const { script } = await renamedSandbox((value) => value);
  const server = await scripted(script); // in the place of the example's services
  const user = newUser();
  writeFileSync(path.join(user.home, 'tokens.json'), JSON.stringify(tokens));
  for (const [, file, text] of read(page).matchAll(/^cat > (\S+) <<'END'\n(.*?)^END$/gms))
    writeFileSync(path.join(user.home, file!), text!);
  const steps = stepsOf(page);
  expect(steps.length).toBeGreaterThan(5);
  for (const { line, shown } of steps) {
    const [, command = '', file, echo] = /^tuk (.*?)(?: < (\S+))?( \|\| echo "exit \$\?")?$/.exec(line)!;
    const argv = argvOf(command.replaceAll('https://api.example.com', server.url));
    const stdin = file === undefined ? '' : readFileSync(path.join(user.home, file), 'utf8');
    const { code, stdout, stderr } = await whileTimePasses(() => user.run(argv, { stdin, statesCodes: true }));
    const told = stderr.replace(/^◇ .*\n/gm, '');
    const end = echo && code > 0 ? `exit ${code}\n` : '';
    const outputs = [stdout + told + end, told + stdout + end]; // a terminal has both, in the order of the program
    expect(outputs.some((output) => pattern(shown).test(output)) ? shown.join('\n') : outputs[0], line).toBe(
      shown.join('\n'),
    );
    if (!echo) expect(code, line).toBe(exit.ok);
  }
});

test.each(pages)('every command that %s names exists', async (page) => {
  const named = [...read(page).matchAll(/`tuk ([a-z]+)((?: [a-z-]+)*)/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [text, group, words = ''] of named) {
    expect([...groupNames, 'help'], text).toContain(group);
    if (group === 'help') continue;
    const { commands } = (await groups[group as (typeof groupNames)[number]].load()).group;
    const hasCommand = commands.some(({ name }) => name === '' || `${words} `.startsWith(` ${name} `));
    expect(hasCommand || words.trim() === '', text).toBe(true);
  }
});

/** The sentences of the prose of a page. */
const sentencesOf = (page: string): string[] =>
  read(page)
    .replace(/```.*?```/gs, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(\||#|!|\[)| {4}/.test(line))
    .join(' ')
    .split(/(?<=[.:?])\s+/)
    .filter((sentence) => /\w/.test(sentence));

test('README.md has at most 750 words, and a median sentence of at most 11', () => {
  expect(read('README.md').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(750);
  const lengths = sentencesOf('README.md')
    .map((sentence) => sentence.split(/\s+/).length)
    .sort((one, two) => one - two);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(11);
});

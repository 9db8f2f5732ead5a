// The wizard: a terminal prompts for missing values; elsewhere the command exits 2 with one sentence and sends nothing.
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Arguments } from '../../../src/cli/command/command.js';
import { type Question, runWizard } from '../../../src/cli/prompts/wizard.js';
import { RunContext } from '../../../src/cli/run/run-context.js';
import type { Flags } from '../../../src/cli/settings/options.js';
import type { Failure } from '../../../src/services/http/errors.js';
import { until } from '../../support/limit.js';
import { collector } from '../../support/streams.js';

/** A context on a terminal or on pipes. */
function at({
  terminal = true,
  flags = {},
  env = {},
}: {
  terminal?: boolean;
  flags?: Flags;
  env?: Record<string, string>;
} = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  const screen = () => Object.assign(collector({ isTTY: terminal, columns: 80 }), { rows: 24 });
  const [stdout, stderr] = [screen(), screen()];
  const world = {
    ...{ stdin, stdout, stderr, env: { LANG: 'C.UTF-8', ...env }, clock: Date, home: '/nowhere', cwd: '/nowhere' },
    version: '0',
  };
  const context = new RunContext(world, { verbose: 0, ...flags });
  const output = () => stderr.text.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '');
  let answered = 0;
  return {
    context,
    output,
    /** Answers prompts in order, each when it appears. */
    async answerPrompts(...turns: readonly (readonly [seen: string, keys: string])[]) {
      for (const [text, keys] of turns) {
        await until(() => output().slice(answered).includes(text));
        answered = output().length;
        stdin.write(keys);
      }
    },
  };
}
const typed = (values: readonly string[] = [], options: Arguments['options'] = {}): Arguments => ({
  positionals: values,
  options,
});
const failure = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => expect.unreachable('nothing was thrown'),
    (error: Failure) => error,
  );
const questions: readonly Question[] = [
  { key: 'userId', label: 'Which one' },
  { key: 'payNetwork', label: 'Network', words: ['BSC', 'POLYGON'] },
  { key: 'note', label: 'Note', optional: true },
];

describe('without a terminal', () => {
  test.each([
    ['a pipe', { terminal: false }],
    ['--yes', { flags: { yes: true } }],
    ['--no-input', { flags: { noInput: true } }],
    ['--json', { flags: { json: true } }],
    ['-o ndjson', { flags: { output: 'ndjson' } }],
    ['CI', { env: { CI: 'true' } }],
  ])('%s: one sentence lists all missing values', async (_, options) => {
    const { context, output } = at(options);
    const { code, kind, message, hint } = await failure(runWizard(typed(), questions, '<user-id>', context));
    expect({ code, kind, message, hint }).toEqual({
      ...{ code: 'MISSING_OPTION', kind: 'usage', message: '<user-id> and --pay-network are needed.' },
      hint: '--pay-network is one of BSC, POLYGON.',
    });
    expect(output()).toBe('');
  });

  test('no value is missing: arguments, options, whole bodies, options that do not apply, optional ones', async () => {
    const { context } = at({ terminal: false });
    const all = typed(['x'], { payNetwork: 'BSC' });
    expect(await runWizard(all, questions, '<user-id>', context)).toBe(all);
    const whole = typed(['x'], { input: 'body.json' });
    expect(await runWizard(whole, questions, '<user-id>', context)).toBe(whole);
    const wallet: Question = { key: 'wallet', label: 'Wallet', when: ({ options }) => options.currency !== 'POINT' };
    const points = typed([], { currency: 'POINT' });
    expect(await runWizard(points, [wallet], undefined, context)).toBe(points);
    expect((await failure(runWizard(typed([], { currency: 'USDC' }), [wallet], undefined, context))).message).toMatch(
      /^--wallet is needed/,
    );
    expect((await failure(runWizard(typed([], { input: 'f' }), questions, '<user-id>', context))).message).toMatch(
      /^<user-id> is needed/,
    );
  });
});

describe('on a terminal', () => {
  test('shows no prompt if only optional values are missing', async () => {
    const { context, output } = at();
    const all = typed(['x'], { payNetwork: 'BSC' });
    expect(await runWizard(all, questions, '<user-id>', context)).toBe(all);
    expect(output()).toBe('');
  });

  test('fills values and options; a list offers choices, an empty line skips', async () => {
    const { context, answerPrompts, output } = at();
    const result = runWizard(typed(), questions, '<user-id>', context);
    await answerPrompts(['Which one', ' 42 \r'], ['POLYGON', '2'], ['may be left empty', '\r']);
    expect(await result).toEqual({ positionals: ['42'], options: { payNetwork: 'POLYGON' } });
    expect(output()).toMatch(/\? Which one {2,}42 *\n[\s\S]*\? Network {2}POLYGON\n/);
  });

  test('prompts again after an empty line for a required value and after an invalid value', async () => {
    const { context, answerPrompts, output } = at();
    const amount: Question = {
      key: 'amount',
      label: 'Amount',
      validate: async (text) => (/^\d+$/.test(text) ? undefined : `${text} is not an amount.`),
    };
    const result = runWizard(typed(), [amount], undefined, context);
    await answerPrompts(
      ['? Amount', '\r'],
      ['✗ Amount is needed', 'x\u202e\r'],
      ['✗ x\\u202e is not an amount', '5\r'],
    );
    expect((await result).options).toEqual({ amount: '5' });
    expect(output()).not.toContain('\u202e');
  });

  test('choices from a service depend on earlier answers; hostile text is escaped, long text truncated; without choices the value is typed', async () => {
    const { context, answerPrompts, output } = at();
    const results: Arguments[] = [];
    const hostile = [
      { key: 'a', label: `\x1b[2J\x07red\u202e`, is: `${'긴'.repeat(200)}\nnext` },
      { key: 'b', label: 'x'.repeat(5000) },
    ];
    const loadChoices = async (known: Arguments) => {
      results.push(known);
      return hostile;
    };
    const asked: readonly Question[] = [
      { key: 'from', label: 'From' },
      { key: 'which', label: 'Which', loadChoices },
      { key: 'more', label: 'More', loadChoices: async () => [] },
    ];
    const result = runWizard(typed(), asked, undefined, context);
    await answerPrompts(['? From', 'here\r'], ['esc leave', '1'], ['? More', 'typed\r']);
    expect((await result).options).toEqual({ from: 'here', which: 'a', more: 'typed' });
    expect(results).toEqual([typed([], { from: 'here' })]);
    expect(output()).toContain('\\x1b[2J\\x07red\\u202e');
    expect(output()).not.toMatch(/[\u202e\x07]/);
    for (const line of output().split('\n')) expect(line.length).toBeLessThan(100);
  });

  test('an empty line takes the default; without a default a value is required', async () => {
    const { context, answerPrompts, output } = at();
    const asked: readonly Question[] = [
      { key: 'to', label: 'To' },
      { key: 'name', label: 'Name', optional: true, defaultValue: async () => 'Mina\x1b[31m Park' },
      { key: 'phone', label: 'Phone', optional: true, defaultValue: async () => undefined },
    ];
    const result = runWizard(typed(), asked, undefined, context);
    await answerPrompts(
      ['? To', 'x\r'],
      ['empty: Mina\\x1b[31m Park', '\r'],
      ['? Phone', '\r'],
      ['✗ Phone is needed', '+1\r'],
    );
    expect((await result).options).toEqual({ to: 'x', name: 'Mina\x1b[31m Park', phone: '+1' });
    expect(output()).toContain('Name  Mina\\x1b[31m Park');
  });

  test.each([
    ['esc', '\x1b'],
    ['Ctrl-C', '\x03'],
  ])('%s cancels: exit 130, and the message says that nothing was sent', async (_, key) => {
    const { context, answerPrompts } = at();
    const result = failure(runWizard(typed(), questions, '<user-id>', context));
    await answerPrompts(['Which one', 'x\r'], ['POLYGON', key]);
    expect(await result).toMatchObject({
      ...{ kind: 'interrupted', message: 'The prompt was cancelled.', where: { unsent: true } },
    });
  });

  test('a dry run fetches no choices', async () => {
    const { context, answerPrompts } = at({ flags: { dryRun: true } });
    const sent = async () => expect.unreachable('it was asked');
    const from: Question = { key: 'from', label: 'From', loadChoices: sent, defaultValue: sent };
    const result = runWizard(typed(), [from], undefined, context);
    await answerPrompts(['? From', 'here\r']);
    expect((await result).options).toEqual({ from: 'here' });
  });
});

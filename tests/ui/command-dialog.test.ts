// Commands run in a dialog over the screen: output, questions, typed-ahead keys, interruption, scrolling, secrets.
import { describe, expect, test } from 'vitest';
import { typePlainly } from '../../src/text/plain-dialogue.js';
import { CommandTerminal } from '../../src/ui/command-terminal.js';
import { keyLine } from '../../src/ui/key-line.js';
import type { AppEvent } from '../../src/ui/state/app-events.js';
import { keymapOf } from '../../src/ui/state/application.js';
import { exit } from '../support/exit.js';
import { appAfter, typed as keysOf, type Step, small } from '../support/frames.js';

const head = { profile: 'sandbox', mark: 'sandbox' } as const;
const turn = () => new Promise((on) => setImmediate(on));
/** Types a key, and waits until it was read. */
const typeIn = async (terminal: CommandTerminal, key: string) => {
  terminal.type(key);
  for (let at = 0; at < 20; at++) await turn();
};

describe('the terminal of a command', () => {
  const printed = (...texts: string[]) => {
    const terminal = new CommandTerminal(60, () => {});
    for (const text of texts) terminal.streams.stdout.write(text);
    return terminal.screen.lines;
  };
  test('lines, carriage returns, backspaces and erasing, as a terminal shows them', () => {
    expect(printed('one\ntwo')).toEqual(['one', 'two']);
    expect(printed('10 %\r20 %\rdone\n')).toEqual(['done', '']);
    expect(printed('long text\r\x1b[Kshort')).toEqual(['short']);
    expect(printed('abc\b\b\bxy')).toEqual(['xyc']);
    expect(printed('\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07\x07')).toEqual(['red link']);
    const many = printed(...Array.from({ length: 3000 }, (_, at) => `${at}\n`));
    expect([many.length, ...many.slice(-2)]).toEqual([2000, '2999', '']);
  });

  test('a question in plain lines is answered by a typed line; keys before it do not count', async () => {
    const terminal = new CommandTerminal(60, () => {});
    const { stdin, stderr } = terminal.streams;
    for (const key of ['n', 'o', 'enter']) terminal.type(key);
    const answer = typePlainly('Amount', {}, { stdin, stdout: stderr, env: { TERM: 'dumb' } });
    while (!terminal.screen.isReading) await turn();
    for (const key of ['4', 'x', 'backspace', '2']) terminal.type(key);
    expect(terminal.screen).toMatchObject({ typing: '42', isReading: true });
    terminal.type('enter');
    expect(await answer).toBe('42');
    await turn();
    expect(terminal.screen.isReading).toBe(false);
    terminal.type('y');
    expect(terminal.screen.typing).toBe('');
    const cancelled = typePlainly('Amount', {}, { stdin, stdout: stderr, env: { TERM: 'dumb' } });
    while (!terminal.screen.isReading) await turn();
    terminal.type('esc');
    expect(await cancelled).toBeUndefined();
  });

  test('a confirmation: what is pasted does not count and a line says so; what is hidden is not shown, and can be pasted', async () => {
    const terminal = new CommandTerminal(60, () => {});
    const { stdin, stderr } = terminal.streams;
    const stage = { stdin, stdout: stderr, env: { TERM: 'dumb' } };
    const answer = keyLine(stage, { prompt: () => stderr.write('Type yes: '), echo: true, typed: true });
    while (!terminal.screen.isReading) await turn();
    for (const key of ['n', '\x1b[200~yes', 'o', 'enter']) await typeIn(terminal, key);
    expect(await answer).toEqual({ line: 'no' });
    expect(terminal.screen.lines).toEqual(['Type yes: n', 'A paste does not count as an answer: type it.', 'Type yes: no']);
    const secret = keyLine(stage, { prompt: () => stderr.write('\nPassword: '), echo: false });
    while (!terminal.screen.isReading) await turn();
    for (const key of ['\x1b[200~hun', ...'ter2', 'enter']) await typeIn(terminal, key);
    expect(await secret).toEqual({ line: 'hunter2' });
    expect(JSON.stringify(terminal.screen)).not.toContain('hunter');
  });

  test('Ctrl-C interrupts a command that reads nothing', () => {
    const terminal = new CommandTerminal(60, () => {});
    terminal.type('ctrl-c');
    expect(terminal.streams.signal.aborted).toBe(true);
  });
});

describe('the dialog', () => {
  const commands = [{ name: 'points transfer', is: 'Send' }];
  function app(steps: readonly Step[]) {
    const { state, effects, text } = appAfter(steps, { head, owner: 'first', commands, at: 0, every: 1000 });
    return { state, effects, text: (of = small) => text(1_000_000, of) };
  }
  const typed = (line: string) => [':', ...keysOf(line), 'enter'];
  const opened = typed('points transfer --to dara');
  const shows = (lines: readonly string[], isReading = false): AppEvent => ({ what: 'command screen', lines, typing: '', isReading });
  const done: AppEvent = { what: 'command ended', line: 'points transfer --to dara', code: exit.ok, owner: 'first', head, signedIn: true };

  test('a command runs over its screen; its keys go to it, and none of them acts on the screen', () => {
    const running = app([...opened, shows(['Receipt', '  Amount  5', 'Type yes: '], true), 'y', 'q', '1']);
    expect(running.effects.slice(-4)).toEqual([
      { do: 'run', line: 'points transfer --to dara' },
      { do: 'type', key: 'y' },
      { do: 'type', key: 'q' },
      { do: 'type', key: '1' },
    ]);
    expect(running.text()).toMatch(/ tuk points transfer --to dara ─[\s\S]*│ {3}Amount {2}5 [\s\S]*│ Type yes: ▏/);
    expect(running.text()).toContain('ACTIVE RIDE');
    expect(keymapOf(running.state).map(({ does }) => does)).toContain('answer');
  });

  test('the time of a question does not count', () => {
    expect(app([...opened, shows([''])]).state.running?.since).toBe(28_000);
    expect(app([...opened, shows(['']), shows(['Sure?'], true)]).state.running?.since).toBeUndefined();
  });

  test('its end stays until enter, and can be copied', () => {
    const ended = [...opened, shows(['Sent.', '']), done];
    expect(app(ended).text()).toMatch(/│ Sent\. [\s\S]*✓ Done\. Enter goes back\./);
    expect(app([...ended, 'y']).effects.at(-1)).toEqual({ do: 'copy', text: 'Sent.' });
    expect(app([...ended, 'enter']).text()).not.toContain('Sent.');
  });

  test('a command that was not run, or could not be, closes it with a message', () => {
    expect(app([...opened, { ...done, code: exit.guarded, refused: 'Not run: another session.' }]).text()).toMatch(
      /Not run: another session\./,
    );
    expect(app([...opened, { what: 'command failed', text: 'The disk is full.' }]).text()).toMatch(/✗ The disk is full\./);
  });

  test('it scrolls by no more than what is hidden, and what comes after an answer is seen', () => {
    const question = shows(['Receipt', '  Amount  5', 'Type yes: '], true);
    expect(app([...opened, question, 'pgup']).state.running?.scrolled).toBe(0);
    expect(app([...opened, question, 'pgup', 'n', 'enter', shows(['Receipt', '✗ Not confirmed.', '']), done]).text()).toMatch(
      /✗ Not confirmed/,
    );
    const many = Array.from({ length: 60 }, (_, at) => `line ${at}.`);
    const above = app([...opened, shows(many), ...Array<string>(20).fill('pgup')]);
    expect(above.text()).toMatch(/line 0\./);
    expect(above.state.running?.scrolled).toBe(60 - 14);
    expect(app([...opened, shows(many), ...Array<string>(20).fill('pgup'), 'pgdn']).text()).toMatch(/line 10\./);
    const asked = shows([...many, 'Type yes: '], true);
    expect(app([...opened, shows(many), 'pgup', 'pgup', asked]).text()).toMatch(/Type yes: ▏/);
    expect(app([...opened, asked, 'pgup', 'pgup']).text()).not.toMatch(/Type yes: ▏/);
    expect(app([...opened, asked, 'pgup', 'pgup', 'y']).text()).toMatch(/Type yes: ▏/);
  });

  test('a key on the command line is neither kept nor shown', () => {
    const key = `0x${'ab'.repeat(32)}`;
    const { state, text, effects } = app(typed(`points transfer --to ${key}`));
    expect(effects.at(-1)).toEqual({ do: 'run', line: `points transfer --to ${key}` });
    expect(JSON.stringify(state)).not.toContain('abababab');
    expect(text()).not.toContain('abababab');
  });
});

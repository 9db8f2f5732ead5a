// The terminal of a command in a dialog: its output, questions, typed-ahead keys, interruption, secrets.
import { describe, expect, test } from 'vitest';
import { CommandTerminal } from '../../src/ui/command-terminal.js';
import { keyLine } from '../../src/ui/key-line.js';
import { typePlainly } from '../../src/ui/plain-dialogue.js';

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

  test('what is confirmed, and what the lines of a receipt are about, also after many lines', () => {
    const terminal = new CommandTerminal(60, () => {});
    const { stderr, confirms, receiptPart } = terminal.streams;
    for (let at = 0; at < 2500; at++) stderr.write(`${at}\n`);
    receiptPart('recipient');
    stderr.write('  To     dara\n');
    receiptPart(undefined);
    stderr.write('  Memo   rent\n');
    receiptPart('total');
    stderr.write('  Costs  8 MVP\n');
    expect(terminal.screen.effect).toBeUndefined();
    confirms('money');
    const { lines, parts = [], effect } = terminal.screen;
    expect(effect).toBe('money');
    expect(lines.flatMap((line, at) => (parts[at] ? [[line, parts[at]]] : []))).toEqual([
      ['  To     dara', 'recipient'],
      ['  Costs  8 MVP', 'total'],
    ]);
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
    const said = 'A paste does not count as an answer: type it.';
    expect(terminal.screen.lines).toEqual(['Type yes: n', said, 'Type yes: no']);
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

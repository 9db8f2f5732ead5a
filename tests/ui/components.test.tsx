// Ink components: what they render for their props and how they handle keys.
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test, vi } from 'vitest';
import { Choice } from '../../src/ui/components/choice.js';
import { Line } from '../../src/ui/components/line.js';
import { until } from '../support/processes.js';

afterEach(cleanup);
type Drawn = ReturnType<typeof render>;
/** What is drawn, without colours. */
const frame = ({ lastFrame }: Drawn) => (lastFrame() ?? '').replace(/\x1b\[\d+m/g, '');
const shows = (one: Drawn, pattern: RegExp) => until(() => pattern.test(frame(one)), 5000);
/** Waits for the rendered text; a component handles keys shortly after it was rendered. */
const listening = ({ stdin }: Drawn) => until(() => stdin.listenerCount('readable') > 0, 5000);
const size = { rows: 24, columns: 60 };
const choices = (n: number) => Array.from({ length: n }, (_, at) => ({ key: `k${at + 1}`, label: `Way ${at + 1}` }));

test('a short list has numbers, which select', async () => {
  const onAnswer = vi.fn();
  const one = render(<Choice question="Which?" choices={choices(9)} {...size} onAnswer={onAnswer} onLeave={() => {}} />);
  expect(frame(one).split('\n').slice(0, 3)).toEqual(['? Which?', '▸ 1 Way 1', '  2 Way 2']);
  await listening(one);
  one.stdin.write('9');
  expect(onAnswer.mock.calls).toEqual([['k9']]);
});

test('a long list has no numbers, and is a window as high as the terminal allows', async () => {
  const onAnswer = vi.fn();
  const one = render(<Choice question="Which?" choices={choices(40)} rows={9} columns={60} onAnswer={onAnswer} onLeave={() => {}} />);
  expect(frame(one).split('\n')).toHaveLength(7);
  expect(frame(one)).toContain('1 of 40');
  await listening(one);
  one.stdin.write('3');
  expect(onAnswer).not.toHaveBeenCalled();
  one.stdin.write('k');
  await shows(one, /▸ Way 40\n {2}Way 1\n(?:.*\n)+.*40 of 40/); // wraps around at the end
});

test('a row with its explanation does not exceed its width, also with wide characters', () => {
  const wide = [
    { key: 'a', label: '전기차'.repeat(5), is: 'x'.repeat(80) },
    { key: 'b', label: '한'.repeat(80), is: 'gone' },
  ];
  const one = render(<Choice question="Which?" choices={wide} {...size} onAnswer={() => {}} onLeave={() => {}} />);
  const rows = frame(one).split('\n');
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/^▸ 1 (전기차){5} +x*…?$/);
  expect(rows[2]).toMatch(/^ {2}2 한{27}…$/);
});

test('a hidden line shows neither its text nor its length; esc cancels', async () => {
  const onLeave = vi.fn();
  const one = render(<Line question="Key" hidden hint="of the wallet" onAnswer={() => {}} onLeave={onLeave} />);
  expect(frame(one)).toMatch(/^\? Key\s+of the wallet$/);
  await listening(one);
  one.stdin.write('secret');
  await shows(one, /\(hidden\)/);
  expect(one.frames.join('')).not.toMatch(/[s•*]ecret|[•*]/);
  one.stdin.write('\x1b');
  await until(() => onLeave.mock.calls.length === 1, 5000);
});

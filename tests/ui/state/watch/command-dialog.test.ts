// The dialog of a command over the screen: its keys, its scrolling, its end, and no secret in it.
import { describe, expect, test } from 'vitest';
import { keymapOf } from '../../../../src/ui/state/application.js';
import type { AppEvent } from '../../../../src/ui/state/core/state.js';
import { exit } from '../../../support/exit.js';
import { appAfter, typed as keysOf, type Step, small } from '../../../support/frames.js';
import { commandEnded } from '../../../support/queries.js';

const head = { profile: 'sandbox', mark: 'sandbox' } as const;

describe('the dialog', () => {
  const commands = [{ name: 'points transfer', is: 'Send' }];
  function app(steps: readonly Step[]) {
    const { state, effects, text } = appAfter(steps, { head, owner: 'first', commands, at: 0, every: 1000 });
    return { state, effects, text: (of = small) => text(1_000_000, of) };
  }
  const typed = (line: string) => [':', ...keysOf(line), 'enter'];
  const opened = typed('points transfer --to dara');
  const shows = (lines: readonly string[], isReading = false): AppEvent => {
    return { what: 'command screen', lines, typing: '', isReading };
  };
  const done = (more: object = {}) => commandEnded('points transfer --to dara', { owner: 'first', head, ...more });

  test('a command runs over its screen; its keys go to it, and none of them acts on the screen', () => {
    const running = app([...opened, shows(['Receipt', '  Amount  5', 'Type yes: '], true), 'y', 'q', '1']);
    const typed = ['y', 'q', '1'].map((key) => ({ do: 'type', key }));
    expect(running.effects.slice(-4)).toEqual([{ do: 'run', line: 'points transfer --to dara' }, ...typed]);
    expect(running.text()).toMatch(/ tuk points transfer --to dara ─[\s\S]*│ {3}Amount {2}5 [\s\S]*│ Type yes: ▏/);
    expect(running.text()).toContain('NEEDS YOU');
    expect(keymapOf(running.state).map(({ label }) => label)).toContain('answer');
  });

  test('the time of a question does not count', () => {
    expect(app([...opened, shows([''])]).state.running?.since).toBe(28_000);
    expect(app([...opened, shows(['']), shows(['Sure?'], true)]).state.running?.since).toBeUndefined();
  });

  test('its end stays until enter, and can be copied', () => {
    const ended = [...opened, shows(['Sent.', '']), done()];
    expect(app(ended).text()).toMatch(/│ Sent\. [\s\S]*✓ Done\. Enter goes back\./);
    expect(app([...ended, 'y']).effects.at(-1)).toEqual({ do: 'copy', text: 'Sent.' });
    expect(app([...ended, 'enter']).text()).not.toContain('Sent.');
  });

  test('a command that was not run, or could not be, closes it with a message', () => {
    const refused = done({ code: exit.guarded, refused: 'Not run: another session.' });
    expect(app([...opened, refused]).text()).toContain('Not run: another session.');
    expect(app([...opened, { what: 'command failed', text: 'The disk is full.' }]).text()).toMatch(
      /✗ The disk is full\./,
    );
  });

  test('it scrolls by no more than what is hidden, and what comes after an answer is seen', () => {
    const question = shows(['Receipt', '  Amount  5', 'Type yes: '], true);
    expect(app([...opened, question, 'pgup']).state.running?.scrolled).toBe(0);
    expect(
      app([...opened, question, 'pgup', 'n', 'enter', shows(['Receipt', '✗ Not confirmed.', '']), done()]).text(),
    ).toMatch(/✗ Not confirmed/);
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

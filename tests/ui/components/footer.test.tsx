// The footer of every screen: its keys in order of use, as many as fit; the help key always.
import { expect, test } from 'vitest';
import { Footer } from '../../../src/ui/components/footer.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import { appAfter, frame } from '../../support/frames.js';
import { responded } from '../../support/queries.js';

const list = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
test.each([
  ['Home', []],
  ['a list', ['1', list]],
  ['raw JSON', ['1', list, 'J']],
  ['a form', ['2', 'l']],
])('%s: what does not fit is left out from the right, the help key never', (_, steps) => {
  const keymap = keymapOf(appAfter(steps).state);
  const inOrder = keymap.filter(({ helpOnly, keys: [key] }) => !helpOnly && key !== '?').map(({ does }) => does);
  let before = 0;
  for (let columns = 40; columns < 130; columns++) {
    const text = frame(<Footer {...{ keymap, columns }} />, { columns }).text();
    expect(text, String(columns)).toMatch(/\? keys$/);
    expect(text.length).toBeLessThan(columns); // some terminals scroll at the last column of the last row
    const seen = inOrder.filter((does) => text.includes(` ${does}`)).length;
    for (const does of inOrder.slice(0, seen)) expect(text).toContain(does);
    expect(seen).toBeGreaterThanOrEqual(before);
    before = seen;
  }
});

// The last row of every screen: its keys in order of use.
import { apart, type Line, span, wide } from '../../text/line.js';
import type { Keymap } from '../state/keymap.js';
import { Lines } from './lines.js';

/** The keys of a screen, as many as fit. */
export function Footer({ keymap, columns }: { readonly keymap: Keymap; readonly columns: number }) {
  // never the last column of the last row: some terminals scroll then
  return <Lines lines={[footerLine(keymap, columns - 1)]} />;
}

/** ` esc back  D cancel…  y copy id  ? keys `: without room, keys are left out from the right, but never `?`. */
function footerLine(keymap: Keymap, columns: number): Line {
  const visibleKeys = keymap.filter(({ helpOnly }) => !helpOnly);
  const hint = ({ keys: [key = ''], shown: alike, does }: Keymap[number]): Line => [
    { ...span(alike ?? key, 'accent'), target: { key } },
    { ...span(` ${does}`, 'muted'), target: { key } },
  ];
  const help = visibleKeys.filter(({ keys }) => keys[0] === '?').map(hint)[0] ?? [];
  let left: Line = [span(' ')];
  for (const key of visibleKeys.filter(({ keys }) => keys[0] !== '?')) {
    const longer: Line = [...left, ...(left.length > 1 ? [span('  ')] : []), ...hint(key)];
    if (wide(longer) + wide(help) + 2 > columns) break;
    left = longer;
  }
  return apart(left, help, columns);
}

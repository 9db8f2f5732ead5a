// The keys of a screen as a dialog over it.

import type { Keymap } from '../state/keymap.js';
import { clamped } from '../state/list.js';
import type { Size } from '../state/page.js';
import { helpLines, helpSize } from '../view-models/key-help.js';
import { Dialog } from './dialog.js';
import { Lines } from './lines.js';

interface KeyHelpProps {
  readonly title: string;
  readonly keymap: Keymap;
  readonly area: Size;
  /** What the visible numbers beside the groups count: `Ride rides under way`. */
  readonly counted?: readonly string[];
  /** The first visible line, if not all fit. */
  readonly top?: number;
}
/** The help of a screen, as much as there is room for. */
export function KeyHelp({ title, keymap, area, counted, top = 0 }: KeyHelpProps) {
  const { rows, columns } = helpSize(area);
  const lines = helpLines(keymap, columns - 4, counted);
  const first = clamped(top, lines.length - rows);
  const range = lines.length > rows ? `, lines ${first + 1}-${first + rows} of ${lines.length}` : '';
  return (
    <Dialog title={`Keys of ${title}${range}`} width={columns} area={area}>
      <Lines lines={lines.slice(first, first + rows)} columns={columns - 4} />
    </Dialog>
  );
}

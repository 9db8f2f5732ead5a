// The preview of an entry of the palette: the thing, the list behind a screen, or what a command does.

import { isRecord } from '../../services/json-value.js';
import { type Line, line, span } from '../../text/line.js';
import { recordLines } from '../../text/record.js';
import { wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { isSearch, nameOfRow } from '../state/boards/navigation.js';
import type { CommandLine } from '../state/core/palette.js';
import { maskedUnless, responseOf } from '../state/core/responses.js';

import type { Application } from '../state/core/state.js';

/** The most rows of a list. */
const mostRows = 6;

/**
 * The lines of a preview.
 * @param wide their width, columns
 * @param now the time of the service, epoch milliseconds
 */
export function palettePreview(
  { name, is, values = '', entry, line: source, group, reads, needs, row }: CommandLine,
  state: Pick<Application, 'responses' | 'reveal'>,
  wide: number,
  now: number,
): Line[] {
  const words = (text: string, role?: Parameters<typeof line>[1]) =>
    wrap(escapeControls(text), wide).map((part) => line(part, role));
  const command = source ?? (entry === undefined ? `${name} ${values}`.trim() : undefined);
  if (row && source !== undefined) {
    const { columns } = responseOf(state, source);
    return [
      ...words(is, 'muted'),
      [],
      ...recordLines(maskedUnless(state.reveal, row), columns, { wide, now, isCut: true }),
    ];
  }
  const { rows, id, at, value } = responseOf(state, command ?? '');
  const list = (rows ?? []).slice(0, mostRows).map((item) => nameOfRow(state, item, id));
  const loaded =
    at === undefined
      ? []
      : rows
        ? [[], [span('LOADED', 'head'), span(`  ${rows.length}`, 'muted')], ...list.map((text) => line(`  ${text}`))]
        : isRecord(value)
          ? [[], ...recordLines(maskedUnless(state.reveal, value), [], { wide, now, isCut: true })]
          : [];
  const isRead = reads || isSearch(command ?? '');
  const kind =
    entry === undefined || isRead ? (isRead ? 'reads' : 'changes something: it asks before') : (group ?? entry);
  return [
    ...words(name, 'head'),
    ...words(is),
    [],
    ...(command === undefined ? [] : words(`tuk ${command}`, 'accent')),
    ...words(needs ? `${kind}; it needs values` : kind, 'muted'),
    ...loaded,
  ];
}

// What belongs to a short table or record, drawn below it if there is room: a chart or a map.

import { type Line, span } from '../../text/line.js';
import { pointIn } from '../../text/point-in.js';
import { escapeControls } from '../../text/visible.js';
import { pageData, pageKinds } from '../page-kinds/page-kinds.js';
import type { Size } from '../state/page.js';
import { type BoardView, selectedRow } from './board.js';

/** The lines above it: a blank line and its title. */
const headLines = 2;
/** The least lines and columns of a chart or a map. */
const [leastLines, leastColumns] = [8, 40] as const;
/** The most lines of a chart: a taller one is a wall of colour. */
const mostOfChart = 28;

/**
 * The lines below the data of a board, of its filtered rows if it has no other read; none without room or data. A map
 * shows the place of the selected row.
 * @param used the lines of the data
 */
export function belowLines(view: BoardView, { rows, columns }: Size, used: number, now: number): Line[] {
  const { below: spec } = view.screen.spec;
  const room = rows - used - headLines;
  if (!spec || !view.below?.rows || room < leastLines || columns < leastColumns) return [];
  const row = spec.places && selectedRow(view);
  const cell = row && spec.places && pointIn(row, spec.places.at);
  const response = spec.command === undefined ? { ...view.below, rows: view.screen.shown } : view.below;
  const data = pageData({ spec, cell }, response, view.reveal);
  const high = spec.kind === 'chart' ? Math.min(room, mostOfChart) : room;
  const lines = pageKinds[spec.kind].lines(data, { rows: high, columns: columns - 1 }, now) ?? [];
  return lines.length === 0 || lines.length > room
    ? []
    : [[], [span(escapeControls(spec.title).toUpperCase(), 'head')], ...lines];
}

// Counts by place, as cells of a map with a cursor.
import { busiestIn, busiestOf, byCount, cellAt, pointAt } from '../../text/heat-grid.js';
import { gridFor, heatBoard } from '../../text/heat-map.js';
import {
  back,
  copyId,
  everywhere,
  json,
  nextByTab,
  open,
  previousByTab,
  reload,
  shown,
  turn,
} from '../state/key-parts.js';
import { clamped, moved, moveKeys } from '../state/list.js';
import type { PageKind } from './page-kind.js';

/** A page further is so many cells. */
const pageOfCells = 5;

export const heatMap: PageKind = {
  is: 'counts by place',
  lines: ({ rows, cell }, size) => rows && heatBoard(rows, cell, size),
  order: byCount,
  keys: (screen) => [
    { keys: ['h', 'left'], shown: 'h j k l', act: 'left', does: 'move', under: 'Move' },
    { keys: ['l', 'right'], shown: 'l', act: 'right', does: 'to the right', under: 'Move', helpOnly: true },
    ...moveKeys,
    nextByTab,
    ...turn(screen),
    { ...copyId, does: 'copy cell' },
    { ...open, does: 'rows' },
    reload,
    json,
    back,
    ...shown.slice(0, 1),
    previousByTab,
    ...everywhere,
  ],
  moved({ rows = [], cell }, move, size) {
    const grid = gridFor(rows, size);
    if (!grid) return {};
    const [y, x] = cell ? cellAt(grid, cell) : busiestIn(grid);
    if (move === 'left' || move === 'right') {
      const to = clamped(x + (move === 'left' ? -1 : 1), grid.across - 1);
      return { cell: pointAt(grid, y, to) };
    }
    return { cell: pointAt(grid, moved({ marked: y, top: 0 }, move, grid.high, pageOfCells).marked, x) };
  },
  copies({ rows = [], cell }) {
    const place = cell ?? busiestOf(rows);
    return place && `${place.latitude},${place.longitude}`;
  },
};

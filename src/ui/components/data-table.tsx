// A table that draws only its visible rows, each as one Text.
import { firstRow, type Grid, gridLines } from '../../text/grid.js';
import type { Size } from '../state/page.js';
import { Clickable } from './clickable.js';
import { Lines } from './lines.js';

interface DataTableProps<Row> {
  /** The table, measured with all of its rows. */
  readonly table: Grid<Row>;
  /** The selected row and the first visible one. */
  readonly place: { readonly marked: number; readonly top: number };
  readonly area: Size;
  readonly isPicked?: (row: Row) => boolean;
}
/** The heading and the visible rows in an area. */
export function DataTable<Row>({ table, place, area, isPicked }: DataTableProps<Row>) {
  // below the heading
  const rowAt = (y: number) => (y < 1 ? table.rows.length : firstRow(table, place, area.rows) + y - 1);
  const isSelectable = place.marked >= 0;
  return (
    <Clickable
      at={(_, y) => (isSelectable && rowAt(y) < table.rows.length ? { row: rowAt(y) } : undefined)}
      width={area.columns}
      height={area.rows}
      overflow="hidden"
    >
      <Lines lines={gridLines(table, place, area.rows, area.columns, isPicked)} />
    </Clickable>
  );
}

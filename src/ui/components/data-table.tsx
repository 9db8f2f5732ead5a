// A table of rows of which only the visible ones are drawn: each is one Text of measured cells.
import { Box } from 'ink';
import { type Grid, gridLines } from '../format/grid.js';
import type { Size } from '../state/page.js';
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
  return (
    <Box width={area.columns} height={area.rows} flexShrink={0} overflow="hidden">
      <Lines lines={gridLines(table, place, area.rows, area.columns, isPicked)} />
    </Box>
  );
}

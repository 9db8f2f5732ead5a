// The board of a read: its table with a preview of the selected row, its page, its chart; a ranking beside it where it has one.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { DataTable } from '../components/data-table.js';
import { VerticalRule } from '../components/groups.js';
import { Lines } from '../components/lines.js';
import {
  type BoardView,
  besideLines,
  markedOf,
  noRows,
  pageOf,
  pickedIn,
  previewOf,
  staleLines,
  stripLines,
  withoutAnswer,
} from '../present/board.js';
import { besideRanks, ranksLines, ranksWide } from '../present/ranks.js';
import { railFrom, type Size } from '../state/page.js';
import { isPage } from '../state/screens.js';

interface BoardProps {
  readonly view: BoardView;
  readonly area: Size;
  /** The size of the terminal. */
  readonly size: Size;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
}

/** The body of a board. */
export function BoardBody({ view, area, size, now }: BoardProps) {
  const above = [...staleLines(view, area.columns), ...besideLines(view)];
  const rest = { ...area, rows: area.rows - above.length };
  const { ranks } = view.screen.spec;
  if (!ranks || rest.columns < besideRanks + ranksWide)
    return (
      <Box flexDirection="column">
        <Lines lines={above} />
        <BoardData {...{ view, size, now }} area={rest} />
      </Box>
    );
  const own = { ...rest, columns: rest.columns - ranksWide - 1 };
  return (
    <Box flexDirection="column">
      <Lines lines={above} />
      <Panes
        area={own}
        beside={<Lines lines={ranksLines(ranks, view.ranking, view.reveal, rest.rows, now)} columns={ranksWide - 2} rows={rest.rows} />}
      >
        <BoardData {...{ view, size, now }} area={own} />
      </Panes>
    </Box>
  );
}

/** A pane of a size, a vertical rule, and another pane beside it. */
function Panes({ area, beside, children }: { readonly area: Size; readonly beside: ReactNode; readonly children: ReactNode }) {
  return (
    <Box height={area.rows}>
      <Box width={area.columns} height={area.rows} flexShrink={0} overflow="hidden">
        {children}
      </Box>
      <VerticalRule rows={area.rows} />
      <Box marginLeft={1} flexShrink={0}>
        {beside}
      </Box>
    </Box>
  );
}

/** The rows, the page or the chart of an answer; what stands in its place without one. */
function BoardData({ view, area, size, now }: BoardProps) {
  const { screen, answer, table } = view;
  const nothing = withoutAnswer(view, area.columns);
  if (nothing) return <Lines lines={nothing} columns={area.columns} rows={area.rows} />;
  if (!answer.rows || (isPage(screen) && answer.rows.length > 0))
    return <Lines lines={pageOf(view, area, now)} columns={area.columns} rows={area.rows} />;
  if (screen.shown.length === 0) return <Lines lines={noRows(view)} columns={area.columns} rows={area.rows} />;
  const list = { table, place: screen.place, isPicked: pickedIn(view) };
  if (size.columns >= railFrom)
    return area.columns < leastWithPreview ? <DataTable {...list} area={area} /> : <WithPreview {...{ view, area, now }} />;
  const strip = area.rows >= 12 ? stripLines(view, area, now) : [];
  return (
    <Box flexDirection="column">
      <DataTable {...list} area={{ ...area, rows: area.rows - strip.length }} />
      <Lines lines={strip} />
    </Box>
  );
}
/** The width from which there is room for a preview beside a table, in columns. */
const leastWithPreview = 80;

/** A table, and beside it the page of its selected row. */
function WithPreview({ view, area, now }: Omit<BoardProps, 'size'>) {
  const { screen, answer, table, reveal } = view;
  const wanted = table.widths.reduce((sum, one) => sum + one + 2, 2);
  const share = Math.floor(area.columns / (area.columns >= 160 ? 2 : 3));
  const preview = Math.max(26, share, Math.min(70, area.columns - wanted - 3));
  const left = { rows: area.rows, columns: area.columns - preview - 2 };
  const row = markedOf(screen, reveal);
  const page = row ? previewOf(row, answer, { wide: preview - 1, rows: area.rows, now }) : [];
  return (
    <Panes area={left} beside={<Lines lines={page} columns={preview} rows={area.rows} />}>
      <DataTable table={table} place={screen.place} area={left} isPicked={pickedIn(view)} />
    </Panes>
  );
}

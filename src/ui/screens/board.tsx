// The board of a read: its table with a preview, its page, its chart.
import { Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import { firstRow, type Grid, gridLines } from '../../text/grid.js';
import { type Line, line, span, wide } from '../../text/line.js';
import { pointIn } from '../../text/point-in.js';
import { qrLines } from '../../text/qr.js';
import { escapeControls } from '../../text/visible.js';
import { VerticalRule } from '../components/groups.js';
import { Clickable, Lines } from '../components/lines.js';
import { ThemeContext } from '../components/theme.js';
import { isPage, pageData, pageKinds } from '../page-kinds/page-kinds.js';
import { hasPreview, leastWithPreview, railFrom, type Size, sidesOf } from '../state/core/page.js';
import {
  type BoardView,
  belowRows,
  codeOf,
  nextLines,
  noRows,
  pageOf,
  pickedIn,
  selectedRow,
  sideTitle,
  staleLines,
  withoutResponse,
} from '../view-models/board.js';
import { hasRoomBelow, leftOf, previewPane, rested, visiblePreview } from '../view-models/preview.js';
import { selectedRule, stripLines } from '../view-models/strip.js';

// What belongs to a short table or record, drawn below it if there is room: a chart or a map.

/** The lines above it: a blank line and its title. */
const headLines = 2;
/** The least lines and columns of a chart or a map. */
const [leastLines, leastColumns] = [8, 40] as const;
/** The least lines of what a row leads to, and of rows. */
const leastOfRows = 3;
/** The most lines of a chart: a taller one is a wall of colour. */
const mostOfChart = 28;

/**
 * The lines below the data of a board, of its filtered rows if it has no other read; none without room or data. A map
 * shows the place of the selected row.
 * @param used the lines of the data
 */
function belowLines(view: BoardView, { rows, columns }: Size, used: number, now: number): Line[] {
  const { below: spec } = view.screen.spec;
  const room = rows - used - headLines;
  const least = spec?.kind === 'next' || spec?.kind === 'rows' ? leastOfRows : leastLines;
  if (!spec || room < least || columns < leastColumns) return [];
  if (spec.kind === 'next') {
    const next = nextLines(view, columns - 1, now);
    const lines = next.length === 0 ? [] : [[], [span(spec.title.toUpperCase(), 'head')], ...next];
    return lines.slice(0, rows - Math.max(0, used));
  }
  if (!view.below) return [];
  const opens = spec.ifEmpty && view.screen.spec.kind !== 'find';
  if (spec.kind === 'rows')
    return belowRows({ ...spec, ifEmpty: opens || undefined }, view.below, view.reveal, { rows: room, columns }, now);
  if (!view.below.rows) return [];
  const title: Line[] = [[], [span(escapeControls(spec.title).toUpperCase(), 'head')]];
  const row = spec.places && selectedRow(view);
  const cell = row && spec.places && pointIn(row, spec.places.at);
  const response = spec.command === undefined ? { ...view.below, rows: view.screen.shown } : view.below;
  const data = { ...pageData({ spec, cell }, response, view.reveal), areBrief: true };
  const high = spec.kind === 'chart' ? Math.min(room, mostOfChart) : room;
  const lines = pageKinds[spec.kind].lines(data, { rows: high, columns: columns - 1 }, now) ?? [];
  return lines.length === 0 || lines.length > room ? [] : [...title, ...lines];
}

// Lines, and below them an address as a QR code if there is room and the terminal has colours and half blocks.

interface CodeProps {
  readonly lines: readonly Line[];
  /** The address; without it there are only the lines. */
  readonly text?: string;
  readonly area: Size;
}
/** The lines, and the code below them. */
export function WithCode({ lines, text, area }: CodeProps) {
  const { ascii, depth } = useContext(ThemeContext);
  const isDrawn = text !== undefined && !ascii && depth > 0;
  const code = isDrawn && area.rows - lines.length > leastRows ? qrLines(text) : [];
  const all = [[], line('ADDRESS AS A QR CODE', 'head'), ...code];
  const fits = code.length > 0 && lines.length + all.length <= area.rows && wide(code[0]!) <= area.columns;
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows}>
      <Lines lines={lines} columns={area.columns} rows={area.rows} />
      {fits && <Lines lines={all} columns={area.columns} />}
    </Box>
  );
}
/** The rows of the smallest code: it is not encoded for less. */
const leastRows = 12;

// A table that draws only its visible rows, each as one Text.

interface DataTableProps<Row> {
  /** The table, measured with all of its rows. */
  readonly table: Grid<Row>;
  /** The selected row and the first visible one. */
  readonly place: { readonly marked: number; readonly top: number };
  readonly area: Size;
  readonly isPicked?: (row: Row) => boolean;
}
/** The heading and the visible rows in an area. */
function DataTable<Row>({ table, place, area, isPicked }: DataTableProps<Row>) {
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

interface BoardProps {
  readonly view: BoardView;
  readonly area: Size;
  readonly size: Size;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
}

/** The body of a board; with another profile, the data of both. */
export function BoardBody(props: BoardProps) {
  return props.view.other ? <SideBySide {...props} other={props.view.other} /> : <OwnBody {...props} />;
}

/** The data of two profiles, each below its name: side by side, or one below the other on a narrow terminal. */
function SideBySide({
  view,
  area,
  size,
  now,
  other,
}: BoardProps & { readonly other: NonNullable<BoardView['other']> }) {
  const sides = sidesOf(area, size);
  const [profile, others] = other.profiles;
  const upper = <Side {...{ view, size, now }} area={sides.own} profile={profile} />;
  const lower = <Side {...{ size, now }} view={other.view} area={sides.other} profile={others} />;
  if (size.columns < railFrom)
    return (
      <Box flexDirection="column">
        {upper}
        {lower}
      </Box>
    );
  return (
    <Panes area={{ ...sides.own, rows: area.rows }} beside={lower}>
      {upper}
    </Panes>
  );
}
function Side({ profile, ...props }: BoardProps & { readonly profile: string }) {
  return (
    <Box
      flexDirection="column"
      width={props.area.columns}
      height={props.area.rows + 1}
      flexShrink={0}
      overflow="hidden"
    >
      <Lines lines={[sideTitle(profile, props.view)]} />
      <OwnBody {...props} />
    </Box>
  );
}

function OwnBody({ view, area, size, now }: BoardProps) {
  const above = staleLines(view, area.columns);
  const rest = { ...area, rows: area.rows - above.length };
  const props = { view, size, now };
  return (
    <Box flexDirection="column">
      <Lines lines={above} />
      <BoardData {...props} area={rest} />
    </Box>
  );
}

interface PanesProps {
  readonly area: Size;
  readonly beside: ReactNode;
  /** Whether the pane beside has the focus. */
  readonly isFocused?: boolean;
  readonly children: ReactNode;
}
/** A pane of a size and a space, a vertical rule, and another pane beside it. */
function Panes({ area, beside, isFocused = false, children }: PanesProps) {
  return (
    <Box height={area.rows}>
      <Box width={area.columns + 1} height={area.rows} flexShrink={0} overflow="hidden">
        {children}
      </Box>
      <VerticalRule rows={area.rows} isFocused={isFocused} />
      <Box marginLeft={1} flexShrink={0}>
        {beside}
      </Box>
    </Box>
  );
}

/** The rows, the page or the chart of a response, or the lines in place of it. */
function BoardData({ view, area, size, now }: BoardProps) {
  const { screen, response } = view;
  const isBlank =
    response.at === undefined ? screen.line === '' && !screen.row : response.rows?.length === 0 && screen.filter === '';
  const nothing = withoutResponse(view, area.columns) ?? (isBlank ? noRows(view, area.columns) : undefined);
  const instead = nothing && isBlank ? belowLines(view, area, nothing.length, now) : [];
  if (nothing) return <Lines lines={[...nothing, ...instead]} columns={area.columns} rows={area.rows} />;
  if (!response.rows || (isPage(screen) && response.rows.length > 0)) return <PageAndBelow {...{ view, area, now }} />;
  if (screen.shown.length === 0)
    return <Lines lines={noRows(view, area.columns)} columns={area.columns} rows={area.rows} />;
  if (size.columns >= railFrom)
    return hasPreview(area, size.columns) ? (
      <WithPreview {...{ view, area, now }} />
    ) : (
      <TableAndBelow {...{ view, area, now }} />
    );
  if (hasRoomBelow(view, area)) return <WithPreview {...{ view, area, now }} />;
  const strip = stripLines(view, area, now);
  return (
    <Box flexDirection="column">
      <TableAndBelow {...{ view, now }} area={{ ...area, rows: area.rows - strip.length }} />
      <Lines lines={strip} />
    </Box>
  );
}
/** A table, and what belongs to it in the free rows below. */
function TableAndBelow({ view, area, now }: Omit<BoardProps, 'size'>) {
  const { screen, table } = view;
  const below = belowLines(view, area, 1 + screen.shown.length, now);
  return (
    <Box flexDirection="column" height={area.rows} overflow="hidden">
      <DataTable
        table={table}
        place={screen.place}
        area={{ ...area, rows: area.rows - below.length }}
        isPicked={pickedIn(view)}
      />
      <Lines lines={below} columns={area.columns} />
    </Box>
  );
}
/** A page, and what belongs to it in the free rows below. */
function PageAndBelow({ view, area, now }: Omit<BoardProps, 'size'>) {
  const lines = pageOf(view, area, now);
  const { screen, below, also = [] } = view;
  const more = (screen.spec.also ?? []).map((spec, nth) => [spec, also[nth]] as const);
  const all = [[screen.spec.below, below] as const, ...more].filter(([, read]) => read?.at ?? read?.trouble);
  for (const [nth, [part, read]] of all.entries()) {
    const room = area.rows - lines.length;
    const share = Math.max(Math.floor(room / (all.length - nth)), headLines + leastOfRows); // what is less is nothing
    const rows = lines.length + Math.min(room, share);
    const isChart = part?.kind === 'rows' && read?.chart && Math.min(room, share) >= headLines + leastLines;
    const spec = { ...screen.spec, below: isChart ? { ...part, kind: 'chart' as const } : part };
    lines.push(
      ...belowLines({ ...view, screen: { ...screen, spec }, below: read }, { ...area, rows }, lines.length, now),
    );
  }
  return <WithCode {...{ lines, area }} text={codeOf(view)} />;
}
/** A table, and beside or below it the page of its selected row, which scrolls while it has the focus. */
function WithPreview({ view, area, now }: Omit<BoardProps, 'size'>) {
  const { screen } = view;
  const { at, width, rows, lines } = previewPane(rested(view), area, now);
  const isFocused = screen.scrolled !== undefined;
  const visible = visiblePreview(lines, screen, { rows, columns: area.columns });
  const page = (code: string | undefined) => (
    <Clickable at={() => (area.columns < leastWithPreview ? undefined : { preview: true })} width={width} height={rows}>
      <WithCode lines={visible} text={code} area={{ rows, columns: width }} />
    </Clickable>
  );
  const code = codeOf(view);
  if (at === 'beside') {
    const remaining = { rows, columns: leftOf(area, width) };
    return (
      <Panes area={remaining} isFocused={isFocused} beside={page(code)}>
        <TableAndBelow {...{ view, now }} area={remaining} />
      </Panes>
    );
  }
  const right = { rows, columns: area.columns - width - 3 };
  const below = right.columns > 0 ? belowLines(view, right, -1, now).slice(1) : [];
  const beside =
    code !== undefined && below.length === 0 ? (
      <WithCode lines={[]} text={code} area={right} />
    ) : (
      <Lines lines={below} {...right} />
    );
  const table = area.rows - rows - 1;
  return (
    <Box flexDirection="column" height={area.rows} overflow="hidden">
      <DataTable table={view.table} place={screen.place} area={{ ...area, rows: table }} isPicked={pickedIn(view)} />
      <Lines lines={[selectedRule(area.columns, isFocused)]} />
      {right.columns > 0 && (below.length > 0 || code !== undefined) ? (
        <Panes area={{ rows, columns: width }} beside={beside}>
          {page(undefined)}
        </Panes>
      ) : (
        page(code)
      )}
    </Box>
  );
}

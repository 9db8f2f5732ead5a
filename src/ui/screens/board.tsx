// The board of a read: its table with a preview or a ranking, its page, its chart.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { Clickable } from '../components/clickable.js';
import { DataTable } from '../components/data-table.js';
import { VerticalRule } from '../components/groups.js';
import { Lines } from '../components/lines.js';
import { WithCode } from '../components/qr-code.js';
import { isPage } from '../page-kinds/page-kinds.js';
import { hasPreview, railFrom, type Size, sidesOf } from '../state/page.js';
import { belowLines } from '../view-models/below.js';
import {
  type BoardView,
  besideLines,
  codeOf,
  noRows,
  pageOf,
  pickedIn,
  sideTitle,
  staleLines,
  withoutResponse,
} from '../view-models/board.js';
import { leftOf, previewPane, visiblePreview } from '../view-models/preview.js';
import { besideRanks, ranksLines, ranksWide } from '../view-models/ranks.js';
import { stripLines } from '../view-models/strip.js';

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
  const above = [...staleLines(view, area.columns), ...besideLines(view)];
  const rest = { ...area, rows: area.rows - above.length };
  const props = { view, size, now };
  return (
    <Box flexDirection="column">
      <Lines lines={above} />
      {view.screen.spec.ranks && rest.columns >= besideRanks + ranksWide ? (
        <WithRanks {...props} area={rest} />
      ) : (
        <BoardData {...props} area={rest} />
      )}
    </Box>
  );
}
/** The data, and a ranking beside them. */
function WithRanks({ view, area, size, now }: BoardProps) {
  const { ranksFrom: from = view.response, screen } = view;
  const lines = ranksLines(screen.spec.ranks!, { ...view, from, asOf: view.now, now }, area.rows);
  const remaining = { ...area, columns: area.columns - ranksWide - 1 };
  return (
    <Panes area={remaining} beside={<Lines lines={lines} columns={ranksWide - 2} rows={area.rows} />}>
      <BoardData {...{ view, size, now }} area={remaining} />
    </Panes>
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
  const nothing = withoutResponse(view, area.columns);
  if (nothing) return <Lines lines={nothing} columns={area.columns} rows={area.rows} />;
  if (!response.rows || (isPage(screen) && response.rows.length > 0)) return <PageAndBelow {...{ view, area, now }} />;
  if (screen.shown.length === 0)
    return <Lines lines={noRows(view, area.columns)} columns={area.columns} rows={area.rows} />;
  if (size.columns >= railFrom)
    return hasPreview(area, size.columns) ? (
      <WithPreview {...{ view, area, now }} />
    ) : (
      <TableAndBelow {...{ view, area, now }} />
    );
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
  const below = belowLines(view, area, lines.length, now);
  return <WithCode lines={[...lines, ...below]} text={codeOf(view)} area={area} />;
}
/** A table, and beside it the page of its selected row, which scrolls while it has the focus. */
function WithPreview({ view, area, now }: Omit<BoardProps, 'size'>) {
  const { screen } = view;
  const { width, lines } = previewPane(view, area, now);
  const remaining = { rows: area.rows, columns: leftOf(area, width) };
  const visible = visiblePreview(lines, screen, area.rows);
  return (
    <Panes
      area={remaining}
      isFocused={screen.scrolled !== undefined}
      beside={
        <Clickable at={() => ({ preview: true })} width={width} height={area.rows}>
          <WithCode lines={visible} text={codeOf(view)} area={{ rows: area.rows, columns: width }} />
        </Clickable>
      }
    >
      <TableAndBelow {...{ view, now }} area={remaining} />
    </Panes>
  );
}

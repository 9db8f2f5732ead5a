// The watch screen: one item with its status, steps, fields and actions; or several items.
import { Box } from 'ink';
import { Fragment } from 'react';
import { line } from '../../text/line.js';
import { VerticalRule } from '../components/groups.js';
import { Clickable, Lines, TextLine } from '../components/lines.js';

import { clamped } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import type { WatchScreen } from '../state/core/screens.js';
import type { Application } from '../state/core/state.js';
import { selectedItem } from '../state/watch/watch-screen.js';
import { beforeWatched, type WatchParts, watchParts, windowed } from '../view-models/watch.js';

import { severalLayout, watchCard, watchPane } from '../view-models/watch-several.js';

interface WatchProps {
  readonly screen: WatchScreen;
  readonly state: Application;
  readonly area: Size;
  /** Epoch milliseconds of this machine. */
  readonly now: number;
}
/** The body of the screen. */
export function WatchBody(props: WatchProps) {
  const { screen, state, area, now } = props;
  if (!screen.whole) return <SeveralItems {...props} />;
  const parts = watchParts(screen, state, area, now);
  if (!parts) return <Lines lines={beforeWatched(selectedItem(screen), area.columns, state, now)} {...area} />;
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows} overflow="hidden">
      <TextLine line={parts.head} />
      <TextLine line={parts.bar} />
      <Lines lines={parts.underBar} columns={area.columns} />
      <Box height={parts.rows} flexShrink={0} flexDirection="column" overflow="hidden">
        <Parts {...{ parts, columns: area.columns }} top={clamped(screen.top, parts.height - parts.rows)} />
      </Box>
      <Clickable at={(_, y) => (y > 0 ? { choice: y - 1 } : undefined)} flexDirection="column">
        <Lines lines={parts.actions} columns={area.columns} />
      </Clickable>
    </Box>
  );
}

/**
 * Steps, fields and changes side by side if there is room, else below each other; scrolled to the first visible line.
 * The map is where its place is.
 */
function Parts({
  parts,
  columns,
  top,
}: {
  readonly parts: WatchParts;
  readonly columns: number;
  readonly top: number;
}) {
  const { steps, facts, history, historyWide, stepsWide, factsWide, at, rows, map, mapAt } = parts;
  if (map && mapAt === 'whole') return <Lines lines={map} columns={columns} rows={rows} />;
  if (stepsWide === 0) return <Lines lines={[...steps, [], ...facts].slice(top)} columns={columns} rows={rows} />;
  const left = map && mapAt === 'left' ? [[], ...map] : [];
  const high = historyWide > 0 ? rows : Math.min(rows, Math.max(steps.length + left.length, facts.length));
  const changes = history.length > 0 ? [line('HISTORY', 'head'), ...history] : [];
  const right = map && mapAt === 'right' ? [...map, [], ...changes] : changes;
  return (
    <>
      <Box height={high} flexShrink={0}>
        <Box width={stepsWide} flexShrink={0}>
          <Lines lines={[...windowed(steps, at, high - left.length), ...left]} columns={stepsWide - 1} rows={high} />
        </Box>
        <Box width={historyWide > 0 ? factsWide : columns - stepsWide} flexShrink={0}>
          <Lines lines={facts.slice(top)} columns={historyWide > 0 ? factsWide - 1 : columns - stepsWide} rows={high} />
        </Box>
        {historyWide > 0 && <Lines lines={right} columns={historyWide} rows={high} />}
      </Box>
      {historyWide === 0 && history.length > 1 && (
        <Box marginTop={1}>
          <Lines lines={history} columns={columns} />
        </Box>
      )}
    </>
  );
}

/** Several items as panes or cards. */
function SeveralItems({ screen, state, area, now }: WatchProps) {
  const { across, high, seen } = severalLayout(screen, area);
  if (across === 1)
    return (
      <Box flexDirection="column" height={area.rows} overflow="hidden">
        {seen.flat().map((placed) => (
          <Clickable key={placed.item.line} at={() => ({ choice: placed.nth })} flexDirection="column" marginBottom={1}>
            <Lines lines={watchCard(placed, screen, state, area.columns, now)} columns={area.columns} />
          </Clickable>
        ))}
      </Box>
    );
  const width = Math.floor((area.columns - 2 * (across - 1)) / across);
  return (
    <Box flexDirection="column" height={area.rows} overflow="hidden">
      {seen.map((row) => (
        <Box key={row[0]!.item.line} height={high} marginBottom={1} flexShrink={0}>
          {row.map((placed, column) => (
            <Fragment key={placed.item.line}>
              {column > 0 && <VerticalRule rows={high} />}
              <Clickable at={() => ({ choice: placed.nth })} width={width} marginLeft={column > 0 ? 1 : 0}>
                <Lines
                  lines={watchPane(placed, screen, state, { rows: high, columns: width }, now)}
                  columns={width}
                  rows={high}
                />
              </Clickable>
            </Fragment>
          ))}
        </Box>
      ))}
    </Box>
  );
}

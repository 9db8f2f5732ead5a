// The watch screen of a ride: its status and progress, then its road, its driver and trip, and the status changes, side by side.
import { Box } from 'ink';
import { Dialog } from '../components/dialog.js';
import { Frame } from '../components/frame.js';
import { Lines, TextLine } from '../components/lines.js';
import { line } from '../format/line.js';
import { escapeControls } from '../format/visible.js';
import type { Size } from '../state/page.js';
import { type RideView, type RideWatch, rideTime, rideView } from '../state/ride-watch.js';
import {
  askedLine,
  barLine,
  confirmationLines,
  factLines,
  historyLines,
  refusalLines,
  rideJson,
  rideWatchFrame,
  roadHead,
  roadLines,
  roadWidth,
  waitingLine,
} from '../view-models/ride-watch.js';
import { nowLine } from '../view-models/steps.js';

/** A ride under way. */
export function RideWatchScreen({ state, size, now }: { readonly state: RideWatch; readonly size: Size; readonly now: number }) {
  const dialog =
    state.confirming === undefined
      ? undefined
      : (area: Size) => {
          const width = Math.min(area.columns, 60);
          return (
            <Dialog title={`tuk ride cancel ${escapeControls(state.id)}`} {...{ width, area }}>
              <Lines lines={confirmationLines(state, width - 4, now)} />
            </Dialog>
          );
        };
  return (
    <Frame {...rideWatchFrame(state, size, now)} {...{ size, now, dialog }}>
      {(whole) => {
        const above = refusalLines(state, whole.columns);
        const area = { ...whole, rows: Math.max(0, whole.rows - above.length) };
        return (
          <Box flexDirection="column" height={whole.rows} overflow="hidden">
            <Lines lines={above} {...whole} />
            {state.shows === 'json' ? (
              <Lines lines={rideJson(state, area)} {...area} />
            ) : (
              <RideBody {...{ state, area }} now={rideTime(state, now)} />
            )}
          </Box>
        );
      }}
    </Frame>
  );
}

interface BodyProps {
  readonly state: RideWatch;
  readonly area: Size;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
}
/** The rows of the status, the bar and the blank row below them. */
const topRows = 3;
/** From how many columns on the facts stand beside the road, and the status changes beside both. */
const [factsFrom, threeFrom] = [58, 90] as const;
const factsWidth = 30;

/** The status, the bar of progress, and the parts in as many columns as there is room for. */
function RideBody({ state, area, now }: BodyProps) {
  const view = rideView(state);
  if (view.status === undefined && view.history.length === 0) return <TextLine line={waitingLine(state)} />;
  const rest = { columns: area.columns, rows: area.rows - topRows };
  const parts = { state, view, now, area: rest };
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows} overflow="hidden">
      <Box flexDirection="column" height={topRows} flexShrink={0}>
        <TextLine line={nowLine(view, area.columns, now)} />
        <TextLine line={barLine(view, area.columns)} />
      </Box>
      {area.columns >= threeFrom ? (
        <ThreeColumns {...parts} />
      ) : area.columns >= factsFrom ? (
        <TwoColumns {...parts} />
      ) : (
        <Lines lines={roadLines(view, rest.rows)} {...rest} />
      )}
    </Box>
  );
}

interface PartsProps extends BodyProps {
  readonly view: RideView;
}
/** The road, the facts, and the status changes; when it was requested stands below. */
function ThreeColumns({ state, view, area, now }: PartsProps) {
  const left = Math.max(39, Math.min(roadWidth(view) + 2, area.columns - 54));
  const third = area.columns - left - factsWidth;
  const rows = area.rows - 2;
  return (
    <Box flexDirection="column" height={area.rows}>
      <Box height={rows} flexShrink={0}>
        <Box width={left} flexShrink={0}>
          <Lines lines={[roadHead(view), ...roadLines(view, rows - 1)]} columns={left - 1} rows={rows} />
        </Box>
        <Box width={factsWidth} flexShrink={0}>
          <Lines lines={factLines(view, state, now)} columns={factsWidth - 1} rows={rows} />
        </Box>
        <Lines lines={[line('HISTORY', 'head'), ...historyLines(view, rows - 2, third)]} columns={third} rows={rows} />
      </Box>
      <Box marginTop={1}>
        <TextLine line={askedLine(view, now)} />
      </Box>
    </Box>
  );
}

/** The road beside the facts; the status changes below them, as far as there is room. */
function TwoColumns({ state, view, area, now }: PartsProps) {
  const left = Math.max(39, Math.min(roadWidth(view) + 2, area.columns - 24));
  const facts = factLines(view, state, now);
  const history = historyLines(view, Math.max(0, area.rows - Math.max(view.steps.length, facts.length) - 1), area.columns);
  const rows = history.length > 0 ? area.rows - history.length - 1 : area.rows;
  return (
    <Box flexDirection="column" height={area.rows}>
      <Box height={Math.min(rows, Math.max(view.steps.length, facts.length))} flexShrink={0}>
        <Box width={left} flexShrink={0}>
          <Lines lines={roadLines(view, rows)} columns={left - 1} rows={rows} />
        </Box>
        <Lines lines={facts} columns={area.columns - left} rows={rows} />
      </Box>
      <Box marginTop={1}>
        <Lines lines={history} columns={area.columns} />
      </Box>
    </Box>
  );
}

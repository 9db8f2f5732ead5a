// Home: panes in columns, each with its own read; a failed pane leaves the others alone.
import { Box } from 'ink';
import { line } from '../../text/line.js';
import { Clickable } from '../components/clickable.js';
import { Lines, TextLine } from '../components/lines.js';
import type { Size } from '../state/page.js';
import type { Application } from '../state/state.js';
import { homeLayout, type PlacedPane, paneBody, paneTitle } from '../view-models/home.js';

interface HomeProps {
  readonly state: Application;
  /** The index of the selected pane. */
  readonly marked: number;
  readonly area: Size;
  readonly now: number;
}
/** The panes of Home. */
export function HomeBody({ state, marked, area, now }: HomeProps) {
  if (!state.signedIn) return <Lines lines={[line('Nobody is signed in.'), line('Sign in: type :login', 'muted')]} />;
  const stacks = homeLayout(state, area, { marked, now });
  const width = Math.floor(area.columns / stacks.length);
  return (
    <Box height={area.rows} overflow="hidden">
      {stacks.map((stack) => (
        <Box
          key={stack[0]?.pane.title ?? ''}
          flexDirection="column"
          width={width}
          height={area.rows}
          flexShrink={0}
          overflow="hidden"
        >
          {stack.map((placed) => (
            <HomePane
              key={placed.pane.title}
              {...{ placed, state, now }}
              columns={width - 3}
              isMarked={placed.at === marked}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface PaneProps {
  readonly placed: PlacedPane;
  readonly state: Application;
  readonly columns: number;
  readonly isMarked: boolean;
  readonly now: number;
}
/** A pane: its title, then as many lines as there is room for. */
function HomePane({ placed: { pane, at, lines }, state, columns, isMarked, now }: PaneProps) {
  return (
    <Clickable at={() => ({ pane: at })} flexDirection="column" marginBottom={1}>
      <TextLine line={paneTitle(pane, isMarked, columns)} />
      <Lines lines={paneBody(state, pane, columns, lines, now)} columns={columns} rows={lines} />
    </Clickable>
  );
}

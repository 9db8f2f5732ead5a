// The watch screen of several rides: panes side by side where there is room, else short cards in one column.
import { Box } from 'ink';
import { Fragment } from 'react';
import { Frame } from '../components/frame.js';
import { VerticalRule } from '../components/groups.js';
import { Lines } from '../components/lines.js';
import type { Head, Size } from '../state/page.js';
import { type RidesScreen, selected } from '../state/rides-watch.js';
import { rideCard, ridePane, ridesFrame, ridesLayout } from '../view-models/rides-watch.js';
import { RideWatchScreen } from './ride-watch.js';

interface RidesProps {
  readonly screen: RidesScreen;
  readonly head: Head;
  /** The command that waits for the same rides. */
  readonly command: string;
  readonly size: Size;
  readonly now: number;
}
/** Rides under way, or one of them whole. */
export function RidesWatchScreen({ screen, head, command, size, now }: RidesProps) {
  if (screen.whole) return <RideWatchScreen {...{ size, now }} state={{ ...selected(screen), head }} />;
  return (
    <Frame {...ridesFrame(screen, { head, command }, now)} {...{ size, now }}>
      {(area) => <RidesBody {...{ screen, area, now }} />}
    </Frame>
  );
}

/** The rides as panes or cards. */
function RidesBody({ screen, area, now }: Pick<RidesProps, 'screen' | 'now'> & { readonly area: Size }) {
  const { across, high, seen } = ridesLayout(screen, area);
  if (across === 1)
    return (
      <Lines
        lines={seen.flatMap((row) => row.flatMap(({ ride, isSelected }) => [...rideCard(ride, isSelected, area.columns, now), []]))}
        columns={area.columns}
        rows={area.rows}
      />
    );
  const width = Math.floor((area.columns - 2 * (across - 1)) / across);
  return (
    <Box flexDirection="column" height={area.rows} overflow="hidden">
      {seen.map((row) => (
        <Box key={row[0]!.ride.id} height={high} marginBottom={1} flexShrink={0}>
          {row.map(({ ride, isSelected }, nth) => (
            <Fragment key={ride.id}>
              {nth > 0 && <VerticalRule rows={high} />}
              <Box width={width} marginLeft={nth > 0 ? 1 : 0} flexShrink={0}>
                <Lines lines={ridePane(ride, isSelected, { rows: high, columns: width }, now)} columns={width} rows={high} />
              </Box>
            </Fragment>
          ))}
        </Box>
      ))}
    </Box>
  );
}

// Something of a status list that is followed: its status, its steps beside what is known of it, and its actions, which stay in sight.
import { Box } from 'ink';
import { Lines } from '../components/lines.js';
import type { Size } from '../state/page.js';
import type { FollowScreen } from '../state/screens.js';
import type { Application } from '../state/state.js';
import { beforeFollowed, besideFrom, followParts, stepsWide } from '../view-models/follow.js';
import { windowed } from '../view-models/steps.js';

interface FollowProps {
  readonly screen: FollowScreen;
  readonly state: Application;
  readonly area: Size;
  readonly now: number;
}
/** The body of the screen, scrolled by its first seen line. */
export function FollowBody({ screen, state, area, now }: FollowProps) {
  const parts = followParts(screen, state, area.columns, now);
  if (!parts) return <Lines lines={beforeFollowed(screen)} {...area} />;
  const { head, steps, facts, actions, at } = parts;
  const rows = Math.max(1, area.rows - actions.length);
  const isWide = area.columns >= besideFrom;
  const own = isWide ? Math.max(steps.length, facts.length) : steps.length + 1 + facts.length;
  const top = Math.max(0, Math.min(screen.top, own + 2 - rows));
  const below = rows - Math.max(0, 2 - top);
  const from = Math.max(0, top - 2);
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows} overflow="hidden">
      <Box flexDirection="column" height={rows} flexShrink={0}>
        <Lines lines={[head, []].slice(top)} columns={area.columns} />
        {isWide ? (
          <Box height={below}>
            <Box width={stepsWide} flexShrink={0}>
              <Lines lines={windowed(steps, at, below)} columns={stepsWide - 1} rows={below} />
            </Box>
            <Lines lines={facts.slice(from)} columns={area.columns - stepsWide} rows={below} />
          </Box>
        ) : (
          <Lines lines={[...steps, [], ...facts].slice(from)} columns={area.columns} rows={below} />
        )}
      </Box>
      <Lines lines={actions} columns={area.columns} />
    </Box>
  );
}

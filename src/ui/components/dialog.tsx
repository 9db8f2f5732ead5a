// A box with a title that floats over the dimmed body.
import { Box } from 'ink';
import { type Line, wide } from '../format/line.js';
import type { Size } from '../state/page.js';
import { DimContext, Lines } from './lines.js';

/** A dialog in the middle of an area: its lines, which `boxed` has given a border. */
export function Dialog({ lines, area }: { readonly lines: readonly Line[]; readonly area: Size }) {
  const width = Math.max(0, ...lines.map(wide));
  return (
    <Box
      position="absolute"
      marginLeft={Math.max(0, Math.floor((area.columns - width) / 2))}
      marginTop={Math.max(0, Math.floor((area.rows - lines.length) / 2))}
      width={width}
      height={Math.min(lines.length, area.rows)}
      flexDirection="column"
      overflow="hidden"
    >
      <DimContext value={false}>
        <Lines lines={lines.map(paddedTo(width))} />
      </DimContext>
    </Box>
  );
}
/** A border alone covers only its own cells: every row is as wide as the dialog. */
const paddedTo =
  (width: number) =>
  (one: Line): Line =>
    wide(one) < width ? [...one, { text: ' '.repeat(width - wide(one)) }] : one;

// Blocks of lines: below each other, or in columns.

import { filled, type Line, wide as measured } from './line.js';

/** Blocks in as many columns as there is room for, read from top to bottom; the columns are about as high. */
export function inColumns(blocksIn: (wide: number) => readonly (readonly Line[])[], wide: number): Line[] {
  for (let count = mostColumns; count > 1; count--) {
    const room = Math.floor((wide - betweenBlocks * (count - 1)) / count);
    const blocks = room < leastColumn[count - 2]! ? [] : blocksIn(room).filter(({ length }) => length > 0);
    if (blocks.length < count || blocks.flat().some((row) => measured(row) > room)) continue;
    const columns = parted(blocks, count).map(stacked);
    const high = Math.max(...columns.map(({ length }) => length));
    return Array.from({ length: high }, (_, row) =>
      columns.flatMap((column, at) => {
        const own = column[row] ?? [];
        return columns.slice(at + 1).some((later) => later[row]?.length) ? filled(own, room + betweenBlocks) : own;
      }),
    );
  }
  return stacked(blocksIn(wide));
}
const [mostColumns, leastColumn, betweenBlocks] = [3, [27, 44], 3] as const;
/** Blocks below each other, with a blank line between them. */
export const stacked = (blocks: readonly (readonly Line[])[]): Line[] =>
  blocks.filter(({ length }) => length > 0).flatMap((block, at) => (at === 0 ? block : [[], ...block]));
/** Blocks in their order in so many parts, which are about as high; none is empty. */
function parted(blocks: readonly (readonly Line[])[], count: number): (readonly Line[])[][] {
  const parts: (readonly Line[])[][] = Array.from({ length: count }, () => []);
  const all = stacked(blocks).length;
  let [high, at] = [0, 0];
  for (const [nth, block] of blocks.entries()) {
    const isFull = high + block.length / 2 > (all * (at + 1)) / count;
    if (parts[at]!.length > 0 && (isFull || blocks.length - nth < count - at)) at = Math.min(at + 1, count - 1);
    parts[at]!.push(block);
    high += block.length + 1;
  }
  return parts;
}

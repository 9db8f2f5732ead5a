// Work on many items, a few at a time.

/**
 * Does work for each item in their order, at most `atOnce` at a time; begins none once `stops` returns true.
 * @returns the results in the order of the items; after a stop without those that were not begun
 * @throws the first error of `work`
 */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  stops: () => boolean = () => false,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length && !stops()) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

// Work on many items, a few at a time.

/** How many reads of one kind are made at once. */
export const fewAtOnce = 4;

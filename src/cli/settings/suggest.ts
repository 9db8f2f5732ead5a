// Suggestions for misspelt words, by edit distance.

/**
 * The closest word, if its edit distance is at most a third of its length. Prefixes count as close. A text that is too
 * long for a word is not compared with it: the time grows with the words alone.
 */
export function suggest(typed: string, words: Iterable<string>): string | undefined {
  const text = typed.slice(0, longest).toLowerCase();
  let best: { word: string; edits: number } | undefined;
  for (const word of words) {
    const candidate = word.toLowerCase();
    const most = Math.max(1, Math.floor(word.length / 3));
    const begins = candidate.startsWith(text) && text.length > 2;
    const continues = text.startsWith(candidate) && candidate.length > 3; // `withdrawals`
    const edits = begins
      ? 0.5
      : continues
        ? 0.5 + (text.length - candidate.length) / 100
        : Math.abs(text.length - candidate.length) <= most
          ? distance(text, candidate)
          : most + 1; // at least the difference of the lengths
    if (edits <= most && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { word, edits };
  }
  return best?.word;
}
/** No word has as many characters; a longer text is cut. */
const longest = 1000;

/** A hint for an unknown word: the closest word, else `list`, which names every word unless it is given. */
export const suggestion = (
  typed: string,
  words: Iterable<string>,
  list = `There are: ${[...words].join(', ')}.`,
): string => {
  const word = suggest(typed, words);
  return word === undefined ? list : `Did you mean ${word}?`;
};

/** The edit distance of two words; swapped neighbours are one edit (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

// Splits field names into words, whatever their letter case and punctuation. Pure.

import { foldName } from '../../services/fold-name.js';

/**
 * The words of a field name, in small letters and without digits at their ends: `networkFee`, `network_fee` and `NETWORKFEE` have the same. A name, or a part of
 * one, that shows no borders is split where it consists of known words.
 * @param known the words that are found without borders
 */
export function wordsOfName(name: string, known: ReadonlySet<string>): readonly string[] {
  const whole = segmented(foldName(name).replace(/\d+/g, ''), known);
  if (whole) return whole;
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((piece) => piece !== '')
    .flatMap((piece) => segmented(piece, known) ?? [piece]);
}

/** The fewest known words that a text consists of; nothing where it has other letters. */
function segmented(text: string, known: ReadonlySet<string>): readonly string[] | undefined {
  if (text === '' || text.length > longestName) return undefined;
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - longestWord); start < end; start++) {
      const before = best[start];
      const word = text.slice(start, end);
      if (!before || !known.has(word)) continue;
      const shortest = best[end];
      if (!shortest || before.length + 1 < shortest.length) best[end] = [...before, word];
    }
    best[end] ??= undefined;
  }
  return best[text.length];
}
const longestName = 80;
const longestWord = 14;

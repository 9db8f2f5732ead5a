// Explains an error as tuk prints it for people: its first line ends with its code in parentheses.

import { explanationsOf } from '../../cli/explanations.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { nextOfWord } from './next-steps.js';
import { type Explanation, type Recogniser, shortened } from './recogniser.js';

/** The longest line of an error, and of a code of a service. */
const longest = 700;
const printed = /^(✗ |x )?(.{3,700}) \(([A-Z][A-Z0-9_]{2,59})\)\s*$/u;

function ofLine(line: string): readonly Explanation[] {
  const [, mark, sentence = '', code = ''] = printed.exec(line.trim()) ?? [];
  if (code === '') return [];
  const known = explanationsOf(code).filter(({ is }) => is === 'error code');
  const said = `It says: ${shortened(withoutKeys(sentence), longest)}`;
  if (known.length > 0) return known.map((one) => ({ ...one, means: `${one.means} ${said}`, next: nextOfWord(one) }));
  if (mark === undefined) return []; // any text may end with a word in parentheses
  const status = /\b(?:answered|was) ([1-5]\d\d)\b/.exec(sentence)?.[1];
  const of = (status && explanationsOf(`HTTP_${status}`)[0]?.of) ?? 'a service';
  const means = `A service gave this code, and tuk has no list of it. ${said}`;
  return [{ word: code, is: 'error code', of, means, source: 'the error', next: 'tuk help exit-codes' }];
}

export const errorText: Recogniser = {
  kind: 'an error of tuk, as a terminal or a file has it',
  isWhole: true,
  explain: ({ text }) =>
    text
      .split('\n')
      .filter((line) => line.length <= longest)
      .flatMap(ofLine)
      .slice(0, 20),
};

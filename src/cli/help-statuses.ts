// The page of `tuk help statuses`: every list of statuses with its classes.

import { classInWords, type StatusClass, statusLists } from '../services/catalogue/statuses.js';

/** Renders `tuk help statuses`: each list with its statuses by class. */
export function statusPage(): string {
  const lists = Object.entries(statusLists).map(([name, classes]) => {
    const lines = (Object.entries(classes) as [StatusClass, readonly string[]][]).map(
      ([kind, words]) => `  ${classInWords[kind].padEnd(14)}${wrapped(words)}`,
    );
    return `${name}\n${lines.join('\n')}`;
  });
  return `Statuses

  tuk explain WORD says what one means. tuk wait and tuk watch end at a good end (exit 0) or a bad one (exit 13); a word that no list has is not an end.

${lists.join('\n\n')}
`;
}

/** Wraps words at 100 columns, indented after the class. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = [''];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + word.length < 84) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(16)}`);
}

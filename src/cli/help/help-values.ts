// The page of `tuk help values`: every closed list of the services except lists of statuses.

import { statusLists } from '../../services/catalogue/statuses.js';
import * as words from '../../services/catalogue/words.js';
import { wrap } from '../../text/text.js';

/** The closed lists of `words.ts` except statuses, by name. */
export const closedLists: readonly (readonly [name: string, words: readonly string[]])[] = Object.entries(
  words as Readonly<Record<string, unknown>>,
).flatMap(([name, list]) => (Array.isArray(list) && !(name in statusLists) ? [[name, list.map(String)] as const] : []));

/** Renders `tuk help values`: each list with its values, at most 76 columns wide. */
export const valuesPage = (): string =>
  `Every closed list of the services. No meanings are published; where a list is in use: tuk explain WORD

${closedLists
  .map(
    ([name, list]) =>
      `${name}\n${wrap(list.join(' '), 76)
        .map((text) => `  ${text}`)
        .join('\n')}`,
  )
  .join('\n\n')}
`;

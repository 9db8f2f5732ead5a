// The options of a batch and a flow, and what their help says of both.

import type { Flag } from '../../cli/settings/options.js';
import { planOutFlag } from '../request/shared-options.js';
import type { Nouns } from './values.js';

/** @param reference what a line has as its reference, after the name of the whole */
export const lineOptions = ({ whole, part }: Nouns, reference: string): readonly Flag[] => [
  { flags: '--client-ref <name>', effects: 'plain', summary: `the name of the ${whole}: ${reference}` },
  planOutFlag,
  {
    flags: '--new-recipient',
    effects: ['widens'],
    summary: 'confirm recipients without a finished transfer in the ledger of this machine',
  },
  { flags: '--keep-going', effects: 'plain', summary: `continue after a ${part} that failed` },
  {
    flags: `--again <${part}>`,
    effects: ['widens'],
    summary: `run a ${part} again whose end is unknown; repeatable`,
    repeatable: true,
  },
  {
    flags: '--env <name>',
    effects: ['secret'],
    summary: 'a variable that {env:NAME} may take; repeatable',
    repeatable: true,
  },
];

/** What the help of both says of their lines. */
export const lineHelp = ({ whole, part }: Nouns): string =>
  `Checks every ${part} before the first one runs. One receipt shows the sum of each token and every new recipient. The limits apply to the sums.

Stops at the first ${part} that fails, unless you add --keep-going. Exit 10: an outcome is unknown.
A ${whole} with transfers needs --client-ref. Run the same line again to resume it. Completed changes are not repeated. An unknown outcome is looked up first.`;

// The numbers beside the groups: how many open things each has, by a read that is observed on every screen.

import { fits, type StatusList } from '../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { countedIn } from './page.js';
import { type Responses, responseOf } from './responses.js';

/** The number beside a group as data. */
export interface Badge {
  readonly group: keyof typeof countedIn;
  /** The command line of the read whose rows are counted. */
  readonly line: string;
  /** Counts rows with a status of these classes, or in which a field is true; default: all rows. */
  readonly during?: { readonly list: StatusList; readonly at: string; readonly is: readonly string[] };
  readonly only?: string;
}
/** How often the reads are repeated where their screen is not in sight, seconds. */
export const badgeEvery = 60;

const isCounted = ({ during, only }: Badge, row: Row): boolean => {
  if (only !== undefined) return valueAt(row, only) === true;
  return during === undefined || fits(during.is, during.list, asText(valueAt(row, during.at)) || undefined);
};

/** The number of open things of each group, by the responses so far. */
export const badgeCounts = (state: {
  readonly responses: Responses;
  readonly badges: readonly Badge[];
}): Readonly<Record<string, number>> =>
  Object.fromEntries(
    state.badges.map((badge) => [
      badge.group,
      (responseOf(state, badge.line).rows ?? []).filter((row) => isCounted(badge, row)).length,
    ]),
  );

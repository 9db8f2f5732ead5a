// The numbers beside the groups: how many open things each has, by a read that is observed on every screen.

import { fits } from '../../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../../services/json-value.js';
import { type Responses, responseOf } from './responses.js';
import type { CountSpec, GroupSpec, StatusAt } from './screens.js';

/** The number beside a group: the command line of the read whose rows are counted. */
export interface Badge extends CountSpec {
  readonly group: string;
  readonly line: string;
}
/** How often the reads are repeated where their screen is not in sight, seconds. */
export const badgeEvery = 60;

/** The numbers that the screens of the groups state. */
export const badgesOf = (groups: readonly GroupSpec[]): readonly Badge[] =>
  groups.flatMap(({ name: group, screens }) =>
    screens.flatMap(({ counts, command: line }) => (counts ? [{ ...counts, group, line }] : [])),
  );

/** Whether the status of a row is open: pending, waiting for the person, or a word that no list has. */
const isOpen = ({ list, at }: StatusAt, row: Row): boolean =>
  fits(['pending', 'needs-you'], list, asText(valueAt(row, at)) || undefined);
const isCounted = ({ open, only }: Badge, row: Row): boolean =>
  only === undefined ? open === undefined || isOpen(open, row) : valueAt(row, only) === true;

/** What the numbers count: `Ride rides under way`. */
export const countedTexts = (badges: readonly Badge[]): readonly string[] =>
  badges.map(({ group, what }) => `${group} ${what}`);
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

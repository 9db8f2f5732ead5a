// Offerings of vehicle shares: announced, sold, operated and paid back, each on its own dates.

import { optional, word } from '../../../src/services/catalogue/define.js';
import {
  OfferingOrdering,
  OfferingStatus,
  Region,
  SortOrder,
  VehicleProductCategory,
} from '../../../src/services/catalogue/words.js';
import {
  addRow,
  day,
  defineKind,
  iso,
  list,
  paging,
  type ResponseOf,
  type Row,
  type StateMachine,
  type Step,
  schedule,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { Offering } from './asset-rows.js';
import offerings from './offerings.json' with { type: 'json' };

type Derived = 'description' | 'network' | 'period' | 'increment' | 'imageUrl';
interface Facts extends Omit<Offering, 'status' | 'statusLog' | 'startDate' | 'endDate' | 'maturityAt' | Derived> {
  /** In days: from the world's beginning, of the sale, from its end to maturity. */
  readonly starts: number;
  readonly runs: number;
  readonly matures: number;
}

/** By ordinal. */
export const offeringSeeds = (offerings as readonly Facts[]).map((facts) => ({
  ...facts,
  description: `${facts.title}: ${facts.vehicleCount} vehicles, ${facts.interestRate} % a year, paid every ${facts.settlementPeriod}.`,
  network: 'BASE_SEPOLIA' as const,
  period: facts.settlementPeriod === 'week' ? ('WEEK' as const) : ('MONTH' as const),
  increment: facts.minAmount,
  imageUrl: `https://pictures.sandbox.invalid/${facts.title.toLowerCase().replaceAll(' ', '-')}.png`,
}));

type Status = Offering['status'];

const announcedBefore = 14 * day;
const idleAfter = 7 * day;

/** The beginning of each state by the offering's dates. */
const begins: Readonly<Record<Status, (dates: Pick<Offering, 'startDate' | 'endDate' | 'maturityAt'>) => number>> = {
  NOT_READY: () => Number.NEGATIVE_INFINITY,
  COMMING_SOON: ({ startDate }) => Date.parse(startDate) - announcedBefore,
  OPEN: ({ startDate }) => Date.parse(startDate),
  CLOSED: ({ endDate }) => Date.parse(endDate),
  IN_OPERATION: ({ endDate }) => Date.parse(endDate) + idleAfter,
  FINISHED: ({ maturityAt }) => Date.parse(maturityAt),
};
/** The order is the sandbox's own: only the words are public (platform 7.1). */
const course: readonly Status[] = OfferingStatus;

const statusAt = (dates: Pick<Offering, 'startDate' | 'endDate' | 'maturityAt'>, at: number): Status =>
  course.findLast((status) => begins[status](dates) <= at)!;

export const offering: StateMachine<Offering, ResponseOf<typeof shapes.Offering>> = defineKind({
  name: 'offering',
  scenarioPrefix: 'offering',
  scenarios: { 'sells out': 'CLOSED, when the order that is made is paid' },
  show: ({ id, body: { statusLog, scenario, ...fields } }) => ({ id, ...fields }),
  next: ({ body }): Step | undefined => {
    const target = course[course.indexOf(body.status) + 1];
    return target && { target, at: begins[target](body) };
  },
  seed: (opening) => {
    for (const { starts, runs, matures, ...facts } of offeringSeeds) {
      const startDate = iso(opening.now + starts * day);
      const endDate = iso(opening.now + (starts + runs) * day);
      const dates = { startDate, endDate, maturityAt: iso(opening.now + (starts + runs + matures) * day) };
      const status = statusAt(dates, opening.now);
      const body = { ...facts, ...dates, status, statusLog: [{ status, at: iso(opening.now) }] };
      schedule(opening, offering, addRow(opening, offering, { body }));
    }
  },
});

const rank = (row: Row<Offering>, by: (typeof OfferingOrdering)[number]): number =>
  by === 'interestRate' ? Number(row.body.interestRate) : Date.parse(row.body[by]);

/** Only the orderings are public (platform 7.1). */
export const listOfferings = list(offering, {
  query: {
    status: optional(word(OfferingStatus)),
    category: optional(word(VehicleProductCategory)),
    region: optional(word(Region)),
    orderBy: optional(word(OfferingOrdering)),
    order: optional(word(SortOrder)),
    ...paging,
  },
  filters: ['status', 'category', 'region'],
  sort:
    ({ query: { orderBy, order } }) =>
    (a, b) => {
      const direction = order === 'DESC' ? -1 : 1;
      return orderBy === undefined
        ? direction * (a.ordinal - b.ordinal)
        : direction * (rank(a, orderBy) - rank(b, orderBy)) || a.ordinal - b.ordinal;
    },
});

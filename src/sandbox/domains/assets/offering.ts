// Offerings: shares of vehicles that are announced, sold, run and paid back, each on its own dates.
import { optional, word } from '../../../services/catalogue/define.js';
import {
  type AssetCurrency,
  type Network,
  OfferingOrdering,
  OfferingStatus,
  type Period,
  type PurchaseType,
  Region,
  type SettlementPeriod,
  SortOrder,
  VehicleProductCategory,
} from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type Listing, paging } from '../../core/handlers.js';
import { addRow, type Row } from '../../core/rows.js';
import { type Moving, type MovingKind, type Step, schedule } from '../../core/state-machine.js';
import { offeringSeeds } from './offering-seeds.js';

type Status = (typeof OfferingStatus)[number];
/** An offering as stored; all names are the sandbox's own. Amounts are whole units of `currency`, rates per cent a year. */
export interface Offering extends Moving {
  readonly status: Status;
  readonly title: string;
  readonly description: string;
  readonly category: (typeof VehicleProductCategory)[number];
  readonly region: (typeof Region)[number];
  readonly purchaseType: (typeof PurchaseType)[number];
  readonly currency: (typeof AssetCurrency)[number];
  readonly network: (typeof Network)[number];
  readonly interestRate: string;
  readonly period: (typeof Period)[number];
  readonly settlementPeriod: (typeof SettlementPeriod)[number];
  readonly minAmount: string;
  readonly increment: string;
  readonly goalAmount: string;
  readonly raisedAmount: string;
  readonly investorCount: number;
  readonly vehicleCount: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly maturityAt: string;
  readonly imageUrl: string;
}

/** How long before its start an offering is announced, and how long after its end its vehicles begin to work. */
const announcedBefore = 14 * day;
const idleAfter = 7 * day;

/** When each state begins, by the offering's own dates. */
const begins: Readonly<Record<Status, (dates: Pick<Offering, 'startDate' | 'endDate' | 'maturityAt'>) => number>> = {
  NOT_READY: () => Number.NEGATIVE_INFINITY,
  COMMING_SOON: ({ startDate }) => Date.parse(startDate) - announcedBefore,
  OPEN: ({ startDate }) => Date.parse(startDate),
  CLOSED: ({ endDate }) => Date.parse(endDate),
  IN_OPERATION: ({ endDate }) => Date.parse(endDate) + idleAfter,
  FINISHED: ({ maturityAt }) => Date.parse(maturityAt),
};
/** In the order in which the states follow each other, which is ours: SPEC.md gives the words only. */
const course: readonly Status[] = OfferingStatus;

/** The state that an offering's dates put it in at a moment. */
export const statusAt = (dates: Pick<Offering, 'startDate' | 'endDate' | 'maturityAt'>, at: number): Status =>
  course.findLast((status) => begins[status](dates) <= at)!;

export const offering: MovingKind<Offering> = {
  name: 'offering',
  table: 'offering',
  noun: 'OFFERING',
  owned: false,
  word: 'offering',
  scenarios: { 'sells out': 'CLOSED, when the order that is made is paid' },
  show: ({ id, body: { statusLog, scenario, ...shown } }) => ({ id, ...shown }),
  next: ({ body }): Step | undefined => {
    const word = course[course.indexOf(body.status) + 1];
    return word && { word, at: begins[word](body) };
  },
  seed: (opening) => {
    for (const { starts, runs, matures, ...facts } of offeringSeeds) {
      const startDate = iso(opening.now + starts * day);
      const endDate = iso(opening.now + (starts + runs) * day);
      const dates = { startDate, endDate, maturityAt: iso(opening.now + (starts + runs + matures) * day) };
      const status = statusAt(dates, opening.now);
      const body = { ...facts, ...dates, status, statusLog: [{ status, at: iso(opening.now) }] };
      schedule(opening, offering, addRow(opening, offering, { owner: null, at: opening.now, body }));
    }
  },
};

/** What GET /v1/offering/public may be asked: the orderings are SPEC.md's words, the other names the sandbox's own. */
export const offeringQuery = {
  status: optional(word(OfferingStatus)),
  category: optional(word(VehicleProductCategory)),
  region: optional(word(Region)),
  orderBy: optional(word(OfferingOrdering)),
  order: optional(word(SortOrder)),
  ...paging,
};

const rank = (row: Row<Offering>, by: (typeof OfferingOrdering)[number]): number =>
  by === 'interestRate' ? Number(row.body.interestRate) : Date.parse(row.body[by]);

export const offeringListing: Listing<Offering> = {
  where: ({ body }, { query }) =>
    (['status', 'category', 'region'] as const).every((field) => query[field] === undefined || query[field] === body[field]),
  sort:
    ({ query }) =>
    (a, b) => {
      const by = query.orderBy as (typeof OfferingOrdering)[number] | undefined;
      const ways = query.order === 'DESC' ? -1 : 1;
      return by === undefined ? ways * (a.ordinal - b.ordinal) : ways * (rank(a, by) - rank(b, by)) || a.ordinal - b.ordinal;
    },
};

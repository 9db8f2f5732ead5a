// The twelve offerings of a new world, two in each state. The data has their dates in days around the moment the world begins.
import type { Offering } from './asset-rows.js';
import offerings from './offerings.json' with { type: 'json' };

type Derived = 'description' | 'network' | 'period' | 'increment' | 'imageUrl';
interface Facts extends Omit<Offering, 'status' | 'statusLog' | 'startDate' | 'endDate' | 'maturityAt' | Derived> {
  /** Days from the world's beginning to the start, days of sale, days from the end of sale to maturity. */
  readonly starts: number;
  readonly runs: number;
  readonly matures: number;
}

/** In the order of their ordinals. */
export const offeringSeeds = (offerings as readonly Facts[]).map((facts) => ({
  ...facts,
  description: `${facts.title}: ${facts.vehicleCount} vehicles, ${facts.interestRate} % a year, paid every ${facts.settlementPeriod}.`,
  network: 'BASE_SEPOLIA' as const,
  period: facts.settlementPeriod === 'week' ? ('WEEK' as const) : ('MONTH' as const),
  increment: facts.minAmount,
  imageUrl: `https://pictures.sandbox.invalid/${facts.title.toLowerCase().replaceAll(' ', '-')}.png`,
}));

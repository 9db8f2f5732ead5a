// Seeds the twelve offerings: two in each state, their dates in days around the moment the world begins.
import type { Offering } from './asset-rows.js';

interface Seed extends Omit<Offering, 'status' | 'statusLog' | 'startDate' | 'endDate' | 'maturityAt'> {
  /** Days from the world's beginning to the start, days of sale, days from the end of sale to maturity. */
  readonly starts: number;
  readonly runs: number;
  readonly matures: number;
}
type Facts = Pick<
  Seed,
  'title' | 'category' | 'region' | 'purchaseType' | 'currency' | 'interestRate' | 'settlementPeriod' | 'starts' | 'runs' | 'matures'
>;
type Amounts = readonly [min: string, goal: string, raised: string, investors: number, vehicles: number];

const seed = (facts: Facts, [minAmount, goalAmount, raisedAmount, investorCount, vehicleCount]: Amounts): Seed => ({
  ...facts,
  description: `${facts.title}: ${vehicleCount} vehicles, ${facts.interestRate} % a year, paid every ${facts.settlementPeriod}.`,
  network: 'BASE_SEPOLIA',
  period: facts.settlementPeriod === 'week' ? 'WEEK' : 'MONTH',
  minAmount,
  increment: minAmount,
  goalAmount,
  raisedAmount,
  investorCount,
  vehicleCount,
  imageUrl: `https://pictures.sandbox.invalid/${facts.title.toLowerCase().replaceAll(' ', '-')}.png`,
});

const fractional = { purchaseType: 'FRACTIONAL', settlementPeriod: 'month', currency: 'USDC' } as const;
const owned = { purchaseType: 'OWNERSHIP', settlementPeriod: 'year', currency: 'USD' } as const;
const tuktuk = { category: 'TUKTUK', region: 'KH' } as const;
const bike = { category: 'BIKE' } as const;
const car = { category: 'CAR' } as const;

/** In the order of their ordinals. */
export const offeringSeeds: readonly Seed[] = [
  seed({ title: 'Phnom Penh Tuk-tuks I', ...tuktuk, ...fractional, interestRate: '8.5', starts: -10, runs: 40, matures: 730 }, [
    '10',
    '120000',
    '84250',
    212,
    24,
  ]),
  seed({ title: 'Phnom Penh Tuk-tuks II', ...tuktuk, ...fractional, interestRate: '9', starts: 9, runs: 40, matures: 730 }, [
    '10',
    '150000',
    '0',
    0,
    30,
  ]),
  seed(
    {
      title: 'Siem Reap Tuk-tuks',
      ...tuktuk,
      ...fractional,
      currency: 'MVL',
      settlementPeriod: 'week',
      interestRate: '8',
      starts: -120,
      runs: 40,
      matures: 730,
    },
    ['1000', '15000000', '15000000', 148, 12],
  ),
  seed(
    {
      title: 'Hanoi Bikes',
      ...bike,
      ...fractional,
      region: 'VN',
      currency: 'MVL',
      settlementPeriod: 'week',
      interestRate: '10.25',
      starts: -3,
      runs: 30,
      matures: 365,
    },
    ['500', '8000000', '2100500', 61, 40],
  ),
  seed({ title: 'Saigon Bikes', ...bike, ...fractional, region: 'VN', interestRate: '9.75', starts: -38, runs: 35, matures: 365 }, [
    '10',
    '60000',
    '60000',
    133,
    30,
  ]),
  seed({ title: 'Singapore Cars', ...car, ...owned, region: 'SG', interestRate: '6.2', starts: -20, runs: 90, matures: 1825 }, [
    '5000',
    '500000',
    '145000',
    19,
    20,
  ]),
  seed({ title: 'Bangkok Bikes', ...bike, ...fractional, region: 'TH', interestRate: '7.8', starts: -90, runs: 30, matures: 365 }, [
    '10',
    '45000',
    '45000',
    97,
    22,
  ]),
  seed({ title: 'Jakarta Bikes', ...bike, ...fractional, region: 'ID', interestRate: '8.1', starts: 12, runs: 30, matures: 365 }, [
    '10',
    '50000',
    '0',
    0,
    25,
  ]),
  seed({ title: 'Addis Cars', ...car, ...owned, region: 'ET', interestRate: '12', starts: -420, runs: 30, matures: 350 }, [
    '1000',
    '90000',
    '90000',
    31,
    6,
  ]),
  seed(
    { title: 'Seoul Cars', ...car, ...owned, region: 'KR', currency: 'JPY', interestRate: '5.1', starts: -64, runs: 60, matures: 1095 },
    ['100000', '60000000', '60000000', 44, 10],
  ),
  seed(
    {
      title: 'Hong Kong Cars',
      ...car,
      ...fractional,
      region: 'HK',
      currency: 'BTC',
      interestRate: '4.4',
      starts: -6,
      runs: 45,
      matures: 730,
    },
    ['0.001', '12', '3.418', 88, 8],
  ),
  seed(
    {
      title: 'Prototype',
      category: 'UNKNOWN',
      region: 'GLOBAL',
      ...fractional,
      currency: 'JPY',
      settlementPeriod: 'year',
      interestRate: '3',
      starts: 400,
      runs: 30,
      matures: 365,
    },
    ['1000', '1000000', '0', 0, 1],
  ),
];

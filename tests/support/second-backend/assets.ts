// The vehicle-asset service (musubi) of the second back end. None of its responses are public: the field names are invented here, wrapped and paged.
import { randomUUID } from 'node:crypto';
import { created201, isAmount, ok200, pathSegment, stateMachine, valuesIn } from './course.js';
import { Refusal, type Routes } from './http.js';
import type { Sessions } from './sessions.js';

const offerings = [
  { ref: 'OF-9', label: 'Sunrise fleet', phase: 'OPEN', yieldPerYear: 7.25, opensOn: '2026-10-01', unitCost: 12.5, money: 'USDC' },
  { ref: 'OF-10', label: 'Monsoon fleet', phase: 'COMMING_SOON', yieldPerYear: 6, opensOn: '2027-02-01', unitCost: 10, money: 'USDC' },
  { ref: 'OF-11', label: 'Old fleet', phase: 'ON_ICE', yieldPerYear: 0.5, opensOn: '2024-02-01', unitCost: 1, money: 'USDC' }, // no known word
];

export function assetRoutes({ signedIn }: Sessions): Routes {
  const dossiers = stateMachine<{ readonly no: string; readonly said: readonly string[] }>('dossier');
  const tickets = new Set<string>();
  const settlements = new Map<string, { readonly number: string; readonly ticket: string; readonly way: string; readonly stage: string }>();
  return {
    'GET /musubi/v1/offering/public': () => ok200({ paging: { page: 1, pages: 1, total: offerings.length }, entries: offerings }),
    'GET /musubi/v1/offering/public/{id}'(request) {
      const entry = offerings.find(({ ref }) => ref === pathSegment(request, 4));
      if (!entry) throw new Refusal(404, 'No such offering', 'NO_OFFERING');
      return ok200({ entry });
    },
    'GET /musubi/v1/rwa-vehicle': signedIn(() =>
      ok200({ paging: { page: 1, pages: 1, total: 1 }, fleet: [{ chassis: 'RL4ZZZ1', nick: 'Tuk nine', owned: 0.125, condition: 40 }] }),
    ),
    'GET /musubi/v1/rwa/incomes': signedIn(() =>
      ok200({
        earned: [
          { on: '2026-11-18', chassis: 'RL4ZZZ1', gain: 1.75, money: 'USD' },
          { on: '2026-11-19', chassis: 'RL4ZZZ1', gain: 2.25, money: 'USD' },
        ],
        altogether: 4,
      }),
    ),
    'POST /musubi/v1/order': signedIn((_, { body }) => {
      const words = valuesIn(body);
      const offering = offerings.find(({ ref }) => words.includes(ref));
      if (offering?.phase !== 'OPEN') throw new Refusal(422, 'This offering is not open', 'NOT_OPEN');
      const ticket = `TK-${tickets.size + 1}`;
      tickets.add(ticket);
      const shares = Number(words.find(isAmount)) / offering.unitCost;
      return created201({ bought: { ticket, of: offering.ref, shares, payBy: '2026-11-30T00:00:00.000Z' } });
    }),
    'POST /musubi/v1/payment': signedIn((_, { body }) => {
      const words = valuesIn(body);
      const ticket = words.find((word) => tickets.has(word));
      if (ticket === undefined) throw new Refusal(404, 'No such ticket', 'NO_TICKET');
      const way = words.find((word) => ['CRYPTO', 'BANK'].includes(word));
      if (way === undefined) throw new Refusal(400, 'how is it paid?');
      const settlement = { number: `PY-${settlements.size + 1}`, ticket, way, stage: 'READY' };
      settlements.set(settlement.number, settlement);
      return created201({ settlement });
    }),
    'PUT /musubi/v1/payment/{paymentId}/change-to-crypto': signedIn((_, request) => {
      const found = settlements.get(pathSegment(request, 3));
      if (!found) throw new Refusal(404, 'No such settlement');
      const settlement = { ...found, way: 'CRYPTO', stage: 'CONFIRM_REQUIRED' };
      settlements.set(settlement.number, settlement);
      return ok200({ settlement });
    }),
    'POST /musubi/v1/lease-application/submit': signedIn((_, { body }) => {
      const no = randomUUID();
      const { word: standing, ...dossier } = dossiers.start(no, { no, said: valuesIn(body) }, ['APPLIED', 'SELECTED', 'PAID', 'RECEIVED']);
      return created201({ dossier: { ...dossier, standing } });
    }),
    'GET /musubi/v1/lease-application/{id}': signedIn((_, request) => {
      const { word: standing, ...dossier } = dossiers.next(pathSegment(request, 3));
      return ok200({ dossier: { ...dossier, standing } });
    }),
  };
}

// What `tuk depin` changes: a vehicle registered, a battery swap recorded, a subscription for a vehicle. Nothing of their bodies is public.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import { ownFields } from '../../engine/params.js';
import type { Column } from '../../ui/format/column.js';

const body = 'Nothing of its fields is public: give them all with --input, or one by one with -f and -F.';
const subscriptionColumns: readonly Column[] = [
  { path: 'status', as: { status: 'SubscriptionStatus' } },
  { path: 'price', as: 'amount' },
  { path: 'currency' },
  { path: 'period' },
  { path: 'nextDueAt', heading: 'next due', as: 'time' },
  { path: 'vin' },
];
const noRead = `${body} No call lists subscriptions: keep the id of the answer, which the ledger keeps too.`;

export const changes: readonly Command[] = [
  changeCommand({
    name: 'register',
    summary: 'Register a vehicle',
    description: body,
    examples: ['tuk depin register --input vehicle.json --yes', 'tuk depin register --input vehicle.json --dry-run'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'registerVehicle' }],
    uses: ['vehicle-oracle POST /vehicle'],
    open: true,
    toParams: ownFields,
    next: (_, { num }) => (typeof num === 'number' ? `tuk depin vehicle ${num}` : undefined),
  }),
  changeCommand({
    name: 'swap-battery',
    summary: 'Record a battery swap',
    description: body,
    examples: ['tuk depin swap-battery --input swap.json --yes'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'swapBattery' }],
    uses: ['vehicle-oracle POST /vehicle/battery/swap'],
    open: true,
    toParams: ownFields,
    next: () => 'tuk depin swaps',
  }),
  changeCommand({
    name: 'subscription create',
    summary: 'Start a subscription for a vehicle; it is paid for',
    description: noRead,
    examples: ['tuk depin subscription create --input subscription.json --yes'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'subscribe' }],
    uses: ['vehicle-oracle POST /vehicle/subscription'],
    open: true,
    money: true,
    toParams: ownFields,
    columns: subscriptionColumns,
    next: ofVehicle,
  }),
  changeCommand({
    name: 'subscription update',
    summary: 'Change a subscription for a vehicle; it may be paid for',
    description: noRead,
    examples: ['tuk depin subscription update -f id=<id> -f action=pay --yes'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'updateSubscription' }],
    uses: ['vehicle-oracle POST /vehicle/subscription/update'],
    open: true,
    money: true,
    toParams: ownFields,
    columns: subscriptionColumns,
    next: ofVehicle,
  }),
];

/** The vehicle tells of its subscription, where the answer names one. */
function ofVehicle(_: unknown, { vin }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof vin === 'string' ? `tuk depin vehicle ${vin}` : undefined;
}

// The changes of `tuk depin`: vehicles, battery swaps and subscriptions. No body has public fields.

import type { Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { subscriptionFields } from '../../things/network-vehicle.js';

const fieldsNote = 'Its fields are not public: give them with --input, or one by one with -f and -F.';
const noListNote = `${fieldsNote} No endpoint lists subscriptions: keep the id of the response; the ledger has it too.`;

export const changes: readonly Command[] = [
  changeCommand('vehicle-oracle', {
    name: 'register',
    summary: 'Register a vehicle',
    description: fieldsNote,
    examples: ['tuk depin register --input vehicle.json --yes', 'tuk depin register --input vehicle.json --dry-run'],
    endpoint: 'registerVehicle',
    open: 'needed',
    next: (_, { num }) => (typeof num === 'number' ? `tuk depin vehicle ${num}` : undefined),
  }),
  changeCommand('vehicle-oracle', {
    name: 'swap-battery',
    summary: 'Record a battery swap',
    description: fieldsNote,
    examples: ['tuk depin swap-battery --input swap.json --yes'],
    endpoint: 'swapBattery',
    open: 'needed',
    next: () => 'tuk depin swaps',
  }),
  changeCommand('vehicle-oracle', {
    name: 'subscription create',
    summary: 'Start a subscription for a vehicle; this costs money',
    description: noListNote,
    examples: ['tuk depin subscription create --input subscription.json --yes'],
    endpoint: 'subscribe',
    open: 'needed',
    money: true,
    columns: subscriptionFields,
    next: vehicleCommand,
  }),
  changeCommand('vehicle-oracle', {
    name: 'subscription update',
    summary: 'Change a subscription for a vehicle; this may cost money',
    description: noListNote,
    examples: ['tuk depin subscription update -f id=<id> -f action=pay --yes'],
    endpoint: 'updateSubscription',
    open: 'needed',
    money: true,
    columns: subscriptionFields,
    next: vehicleCommand,
  }),
];

function vehicleCommand(_: unknown, { vin }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof vin === 'string' ? `tuk depin vehicle ${vin}` : undefined;
}

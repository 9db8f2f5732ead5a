// The vehicle reads of `tuk depin`: vehicles, rides of the network, updates, notices.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import {
  NoticeCategory,
  RideAbstractStatus,
  RidePointType,
  VehicleFilter,
  VehicleType,
} from '../../services/catalogue/words.js';
import { networkRide, networkVehicle, subscription } from '../../things/network-vehicle.js';

export const network: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'vehicles',
    summary: 'Show statistics of the vehicles of the network',
    description: 'No endpoint lists vehicles: this counts the vehicles that match the filters.',
    options: [
      {
        flags: '--filter <filter>',
        effects: 'plain',
        summary: 'all vehicles, or only those that are on or off',
        words: VehicleFilter,
      },
      { flags: '--type <type>', effects: 'plain', summary: 'filter by type', words: VehicleType },
    ],
    examples: ['tuk depin vehicles', 'tuk depin vehicles --filter VEHICLE_ON --type T1'],
    endpoint: 'getVehicleDash',
    open: true,
  }),
  showCommand('vehicle-oracle', {
    name: 'vehicle',
    values: '<num>',
    summary: 'Show one vehicle of the network',
    examples: ['tuk depin vehicle 1', 'tuk depin vehicle 1 --jq .soc'],
    endpoint: 'getVehicle',
    columns: [...networkVehicle.fields, ...subscription.fields],
    id: 'vin',
  }),
  listCommand('vehicle-oracle', {
    name: 'rides',
    summary: 'List the rides of the network',
    description: `--status and --point filter the response: no request field is known for them. --point keeps the rides that have such a point.`,
    options: [
      {
        flags: '--status <status>',
        effects: 'plain',
        summary: 'filter by status',
        words: RideAbstractStatus,
        filterPath: 'abstractStatus',
      },
      {
        flags: '--point <point>',
        effects: 'plain',
        summary: 'only rides with a point of this type',
        words: RidePointType,
        filterPath: 'points.type',
      },
    ],
    examples: [
      'tuk depin rides --status MATCHED',
      'tuk depin rides --point DROPOFF -o csv',
      'tuk depin rides -f city=PNH',
    ],
    endpoints: [{ endpoint: 'listRides' }, { endpoint: 'listRidesV1', when: 'unknown' }],
    open: true,
    columns: networkRide.fields,
    empty: ['No rides.', 'See where rides start and end: tuk depin heatmap'],
  }),
  listCommand('vehicle-oracle', {
    name: 'updates',
    summary: 'List the latest updates of the vehicles',
    examples: ['tuk depin updates', 'tuk depin updates --sort-by soc -o csv'],
    endpoint: 'listVehicleUpdates',
    open: true,
    columns: networkVehicle.fields,
    id: 'vin',
    empty: ['No updates.', 'See statistics: tuk depin vehicles'],
  }),
  listCommand('vehicle-oracle', {
    name: 'notices',
    summary: 'List the notices',
    options: [
      { flags: '--category <category>', effects: 'plain', summary: 'filter by category', words: NoticeCategory },
    ],
    examples: ['tuk depin notices', 'tuk depin notices --category NEW_RELEASE'],
    endpoint: 'listNotices',
    open: true,
    columns: [
      { path: 'publishedAt', heading: 'when', as: 'time' },
      { path: 'category' },
      { path: 'title' },
      { path: 'url' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No notices.', 'List them all: tuk depin notices'],
  }),
];

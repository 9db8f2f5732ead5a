// What `tuk depin` reads of vehicles: how they do, the rides of the network, notices.

import type { Command } from '../../cli/command.js';
import { readCommand } from '../../engine/read-command.js';
import {
  NoticeCategory,
  RideAbstractStatus,
  RidePointType,
  VehicleFilter,
  VehicleSeries,
  VehicleType,
} from '../../services/catalogue/words.js';
import type { Column } from '../../ui/format/column.js';

const vehicleColumns: readonly Column[] = [
  { path: 'num' },
  { path: 'vehicleType', heading: 'type' },
  { path: 'on' },
  { path: 'soc', heading: 'charge', as: 'percent' },
  { path: 'speedKmh', heading: 'km/h' },
  { path: 'odometerKm', heading: 'km', as: 'amount' },
  { path: 'updatedAt', heading: 'seen', as: 'time' },
  { path: 'vin' },
];

export const network: readonly Command[] = [
  readCommand({
    name: 'vehicles',
    summary: 'Show the vehicles of the network in numbers',
    description: 'No call lists vehicles: how many there are of those that were asked for.',
    options: [
      { flags: '--filter <filter>', summary: 'all, those that are on, those that are off', words: VehicleFilter },
      { flags: '--series <series>', summary: 'only those of a series', words: VehicleSeries },
      { flags: '--type <type>', summary: 'only those of a type', words: VehicleType },
    ],
    examples: ['tuk depin vehicles', 'tuk depin vehicles --filter VEHICLE_ON --type T1'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'getVehicleDash' }],
    uses: ['vehicle-oracle GET /v1/depin/vehicles/dash'],
    open: true,
  }),
  readCommand({
    name: 'vehicle',
    values: '<num>',
    summary: 'Show one vehicle of the network',
    examples: ['tuk depin vehicle 1', 'tuk depin vehicle 1 --jq .soc'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'getVehicle' }],
    uses: ['vehicle-oracle GET /v1/depin/vehicles/{num}'],
    columns: [...vehicleColumns, { path: 'subscription.status', as: { status: 'SubscriptionStatus' } }],
    id: 'vin',
  }),
  readCommand({
    name: 'rides',
    summary: 'List the rides of the network',
    description: `What is asked with --status and --point works on the answer: no field of the request is known to take it. --point keeps the rides
that have come so far.`,
    options: [
      { flags: '--status <status>', summary: 'only those of a status', words: RideAbstractStatus, rows: 'abstractStatus' },
      { flags: '--point <point>', summary: 'only those with such a point', words: RidePointType, rows: 'points.type' },
    ],
    examples: ['tuk depin rides --status MATCHED', 'tuk depin rides --point DROPOFF -o csv', 'tuk depin rides -f city=PNH'],
    service: 'vehicle-oracle',
    endpoints: [
      { call: 'listRides', version: 'v2' },
      { call: 'listRidesV1', version: 'v1', when: 'unknown' },
    ],
    uses: ['vehicle-oracle GET /v2/depin/rides', 'vehicle-oracle GET /v1/depin/rides'],
    open: true,
    columns: [
      { path: 'abstractStatus', heading: 'status', as: { status: 'RideAbstractStatus' } },
      { path: 'city' },
      { path: 'num' },
      { path: 'vehicleType', heading: 'type' },
      { path: 'pickedUpAt', heading: 'picked up', as: 'time' },
      { path: 'droppedOffAt', heading: 'dropped off', as: 'time' },
      { path: 'distanceKm', heading: 'km', as: 'amount' },
      { path: 'id' },
    ],
    empty: ['No rides.', 'See where there are some: tuk depin heatmap'],
  }),
  readCommand({
    name: 'updates',
    summary: 'List the latest updates of the vehicles',
    examples: ['tuk depin updates', 'tuk depin updates --sort-by soc -o csv'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listVehicleUpdates' }],
    uses: ['vehicle-oracle GET /v2/depin/vehicle-updates'],
    open: true,
    columns: vehicleColumns,
    id: 'vin',
    empty: ['No updates.', 'See the vehicles in numbers: tuk depin vehicles'],
  }),
  readCommand({
    name: 'notices',
    summary: 'List the notices',
    options: [{ flags: '--category <category>', summary: 'only those of a category', words: NoticeCategory }],
    examples: ['tuk depin notices', 'tuk depin notices --category NEW_RELEASE'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'listNotices' }],
    uses: ['vehicle-oracle GET /v1/rwa-notice'],
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

// What `tuk depin` reads of vehicles: how they do, the rides of the network, notices.

import type { Command } from '../../cli/command.js';
import { reading } from '../../engine/list-command.js';
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
  reading({
    name: 'vehicles',
    is: 'Show the vehicles of the network in numbers',
    more: 'No call lists vehicles: how many there are of those that were asked for.',
    options: [
      { flags: '--filter <filter>', is: 'all, those that are on, those that are off', words: VehicleFilter },
      { flags: '--series <series>', is: 'only those of a series', words: VehicleSeries },
      { flags: '--type <type>', is: 'only those of a type', words: VehicleType },
    ],
    examples: ['tuk depin vehicles', 'tuk depin vehicles --filter VEHICLE_ON --type T1'],
    service: 'vehicle-oracle',
    ways: [{ call: 'getVehicleDash' }],
    beneath: ['vehicle-oracle GET /v1/depin/vehicles/dash'],
    open: true,
  }),
  reading({
    name: 'vehicle',
    values: '<num>',
    is: 'Show one vehicle of the network',
    examples: ['tuk depin vehicle 1', 'tuk depin vehicle 1 --jq .soc'],
    service: 'vehicle-oracle',
    ways: [{ call: 'getVehicle' }],
    beneath: ['vehicle-oracle GET /v1/depin/vehicles/{num}'],
    columns: [...vehicleColumns, { path: 'subscription.status', as: { status: 'SubscriptionStatus' } }],
    id: 'vin',
  }),
  reading({
    name: 'rides',
    is: 'List the rides of the network',
    more: `What is asked with --status and --point works on the answer: no field of the request is known to take it. --point keeps the rides
that have come so far.`,
    options: [
      { flags: '--status <status>', is: 'only those of a status', words: RideAbstractStatus, rows: 'abstractStatus' },
      { flags: '--point <point>', is: 'only those with such a point', words: RidePointType, rows: 'points.type' },
    ],
    examples: ['tuk depin rides --status MATCHED', 'tuk depin rides --point DROPOFF -o csv', 'tuk depin rides -f city=PNH'],
    service: 'vehicle-oracle',
    ways: [
      { call: 'listRides', version: 'v2' },
      { call: 'listRidesV1', version: 'v1', when: 'unknown' },
    ],
    beneath: ['vehicle-oracle GET /v2/depin/rides', 'vehicle-oracle GET /v1/depin/rides'],
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
  reading({
    name: 'updates',
    is: 'List the latest updates of the vehicles',
    examples: ['tuk depin updates', 'tuk depin updates --sort-by soc -o csv'],
    service: 'vehicle-oracle',
    ways: [{ call: 'listVehicleUpdates' }],
    beneath: ['vehicle-oracle GET /v2/depin/vehicle-updates'],
    open: true,
    columns: vehicleColumns,
    id: 'vin',
    empty: ['No updates.', 'See the vehicles in numbers: tuk depin vehicles'],
  }),
  reading({
    name: 'notices',
    is: 'List the notices',
    options: [{ flags: '--category <category>', is: 'only those of a category', words: NoticeCategory }],
    examples: ['tuk depin notices', 'tuk depin notices --category NEW_RELEASE'],
    service: 'vehicle-oracle',
    ways: [{ call: 'listNotices' }],
    beneath: ['vehicle-oracle GET /v1/rwa-notice'],
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

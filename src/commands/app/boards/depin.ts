// The screens of the group Depin as data.

import { stationPlaces } from '../../../things/station.js';
import type { GroupSpec } from '../../../ui/state/screens.js';
import { groupOf, ledgerActions, ledgerNote } from './group.js';

/** The screens of the group Depin. */
export const depinGroup: GroupSpec = groupOf('7', 'Depin', 'vehicle-oracle', [
  { name: 'Dash', command: 'depin dash', kind: 'dash', every: 15 },
  {
    name: 'Stations',
    command: 'depin stations',
    opens: 'depin station {id}',
    fills: ['depin chargers --station {id}', 'depin inventory --station {id}', 'depin swaps --station {id}'],
    cycles: '--type',
    below: { title: 'Where they are', kind: 'map', places: stationPlaces },
  },
  { name: 'Chargers', command: 'depin chargers', cycles: '--status' },
  { name: 'Heat map', command: 'depin heatmap', kind: 'heat map', cycles: '--point' },
  { name: 'Station map', command: 'depin stations', kind: 'map', cycles: '--type', places: stationPlaces },
  { name: 'Vehicles', command: 'depin vehicles', opens: 'depin vehicle {num}', cycles: '--filter' },
  { name: 'Rides', command: 'depin rides', cycles: '--status' },
  {
    name: 'Subscription',
    command: 'ops list --kind subscription',
    opens: 'ops show {id}',
    empty: ['No subscription was made on this machine.', 'That of a vehicle: the screen Vehicles, enter'],
    actions: [
      ['Start one…', 'depin subscription create ?'],
      ['Pay or change one…', 'depin subscription update ?'],
      ...ledgerActions,
    ],
    openedActions: ledgerActions,
    note: ledgerNote('subscriptions'),
  },
  { name: 'Inventory', command: 'depin inventory' },
  { name: 'Updates', command: 'depin updates', every: 15 },
  { name: 'Notices', command: 'depin notices', cycles: '--category' },
]);

// The columns of things whose commands have none as data.

import type { Column } from '../../text/column.js';
import { rideColumns } from '../ride/status.js';

const ofRide = rideColumns.filter(({ path, room }) => !(path.startsWith('driverInfo.') && room === 'yields'));
/** What is asked first of a ride: since when, and who drives. */
const isFirst = ({ path }: Column): boolean => path === 'requestedAt' || path.startsWith('driverInfo.');

/** By the command that shows the thing. */
export const columnsOfThings: Readonly<Record<string, readonly Column[]>> = {
  'ride status': [
    ...ofRide.filter(isFirst),
    { path: 'driver', heading: 'position' },
    { path: 'driverLocation.at', heading: 'seen there', as: 'time' },
    ...ofRide.filter((one) => !isFirst(one)),
  ],
};

/** Of an operation of the ledger: what it is, and what the service has said to it. */
export const operationColumns: readonly Column[] = [
  { path: 'what', heading: 'operation' },
  { path: 'outcome', heading: 'request' },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'recipient', heading: 'to' },
  { path: 'sentAt', heading: 'sent', as: 'time' },
  { path: 'answeredAt', heading: 'answered', as: 'time' },
  { path: 'foundAt', heading: 'outcome found', as: 'time' },
  { path: 'answer.id', heading: 'made' },
  { path: 'answer.status', heading: 'its status then' },
  { path: 'lastStatus', heading: 'status since' },
  { path: 'state', heading: 'in the ledger' },
];

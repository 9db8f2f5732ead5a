// Lists the commands of `tuk ride`: places, prices, rides.
import type { Group } from '../../cli/command.js';
import { changes } from './change.js';
import { phone } from './phone.js';
import { places } from './places.js';
import { reads } from './reads.js';
import { request, search } from './request.js';
import { retry } from './retry.js';
import { type OpenWatch, states } from './status.js';

/** The group. @param openWatch opens the watch screen of `ride watch` on a terminal */
export const rideGroup = (openWatch: OpenWatch): Group => ({
  commands: [...places, ...reads, ...phone, search, request, ...states(openWatch), ...changes, retry],
});

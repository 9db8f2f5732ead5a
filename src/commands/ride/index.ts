// Lists the commands of `tuk ride`: places, prices, rides.
import type { Group } from '../../cli/command.js';
import { changes } from './change.js';
import { phone } from './phone.js';
import { places } from './places.js';
import { reads } from './reads.js';
import { request, search } from './request.js';
import { retry } from './retry.js';
import { status } from './status.js';

export const group: Group = {
  commands: [...places, ...reads, ...phone, search, request, status, ...changes, retry],
};

// Lists the commands of `tuk assets`: offerings, vehicles, incomes, orders, leases.
import type { Group } from '../../cli/command/command.js';
import { orders } from './orders.js';
import { reads } from './reads.js';

export const group: Group = { commands: [...reads, ...orders] };

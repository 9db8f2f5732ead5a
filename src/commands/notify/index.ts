// Lists the commands of `tuk notify`: notifications about missions and items.
import type { Group } from '../../cli/command.js';
import { dismiss } from './dismiss.js';
import { list } from './list.js';
import { watch } from './watch.js';

export const group: Group = { commands: [list, dismiss, watch] };

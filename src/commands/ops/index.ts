// `tuk ops`: the ledger of this machine: its transfers, their outcomes, and the ways to find an unknown outcome.

import type { Group } from '../../cli/command.js';
import { adopt } from './adopt.js';
import { check } from './check.js';
import { exportCommand } from './export.js';
import { list } from './list.js';
import { settle } from './settle.js';
import { show } from './show.js';

export const group: Group = { commands: [list, exportCommand, show, check, settle, adopt] };

// Lists the commands of `tuk swap`: tokens, quotes, the status of a swap, the bridge.
import type { Group } from '../../cli/command.js';
import { bridge } from './bridge.js';
import { quotes } from './quote.js';
import { run } from './run.js';
import { status } from './status.js';

export const group: Group = { commands: [...quotes, run, status, ...bridge] };

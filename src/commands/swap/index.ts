// `tuk swap`: tokens and quotes, the bridge, legacy swaps, and how a swap stands.
import type { Group } from '../../cli/command.js';
import { swaps } from './bridge.js';
import { quotes } from './quote.js';
import { status } from './status.js';

export const group: Group = { commands: [...quotes, status, ...swaps] };

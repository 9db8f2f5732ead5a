// The commands of `tuk depin`: chargers, stations, batteries, vehicles, rides, tokens, subscriptions.
import type { Group } from '../../cli/command.js';
import { batteries } from './batteries.js';
import { changes } from './changes.js';
import { heatmap } from './heatmap.js';
import { tokens } from './tokens.js';
import { network } from './vehicles.js';

export const group: Group = { commands: [...batteries, ...network, heatmap, ...tokens, ...changes] };

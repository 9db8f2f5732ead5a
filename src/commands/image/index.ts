// `tuk image`: pictures made of text.
import type { Group } from '../../cli/command.js';
import { create } from './create.js';

export const group: Group = { commands: [create] };

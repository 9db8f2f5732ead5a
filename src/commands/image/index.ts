// `tuk image`: pictures made of text.
import type { Group } from '../command.js';
import { create } from './create.js';

export const group: Group = { commands: [create] };

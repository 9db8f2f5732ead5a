// Lists the commands of `tuk image`: images of text.
import type { Group } from '../../cli/command/command.js';
import { create } from './create.js';

export const group: Group = { commands: [create] };

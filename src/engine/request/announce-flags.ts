// The options that announce a change of what is watched. Only data.

import type { Flag } from '../../cli/settings/options.js';
import { pollOptions } from './shared-options.js';

const signalFlags: readonly Flag[] = [
  { flags: '--bell', effects: 'plain', summary: 'ring the terminal bell at each change' },
  {
    flags: '--notify',
    effects: 'plain',
    summary: 'show a desktop notification at each change, where the terminal has them',
  },
];
/** What is done about a change of a status. */
export const announceFlags: readonly Flag[] = [
  {
    flags: '--on-change <command>',
    effects: ['exec'],
    summary: 'run a command at each change, with TUK_ID, TUK_STATUS, TUK_WAS and the row as JSON on stdin',
  },
  ...signalFlags,
];
/** The options of a read that can be repeated. */
export const repeatOptions: readonly Flag[] = [...pollOptions, ...signalFlags];

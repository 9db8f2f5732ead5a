// The options that announce a change of what is watched. Only data.

import type { Flag } from '../../cli/settings/options.js';

/** What is done about a change of what is watched. @param env the variables of the command */
export const announceFlags = (env: string): readonly Flag[] => [
  {
    flags: '--on-change <command>',
    effects: ['exec'],
    summary: `run a command at each change, with ${env} and the row as JSON on stdin`,
  },
  { flags: '--bell', effects: 'plain', summary: 'ring the terminal bell at each change' },
  {
    flags: '--notify',
    effects: 'plain',
    summary: 'show a desktop notification at each change, where the terminal has them',
  },
];

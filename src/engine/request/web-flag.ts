// The option --web of the commands that show a thing with a page on the web. `cli/web` opens it.

import type { Flag } from '../../cli/settings/options.js';

// The option --web of the commands that show a thing with a page on the web. `cli/web` opens it.

export const webFlag: Flag = {
  flags: '--web',
  effects: ['exec'],
  summary: 'open its page on the web (BROWSER); in a pipe print the address',
};

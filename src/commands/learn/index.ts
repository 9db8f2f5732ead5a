// `tuk learn`: field names and types from the recording of a browser.

import type { Command, Group } from '../../cli/command/command.js';
import { learn as learnShapes } from './learn.js';

const learn: Command = {
  name: '',
  values: '[har-file]',
  summary: 'Learn the fields of responses from a browser recording (HAR), or list what is known',
  description: `The developer tools of a browser save the requests of a page as a HAR file. Its requests to the addresses of the profile are matched with the
catalogue; the names and types of the fields of JSON bodies are stored for that profile, no value and no header. Sends no request.
tuk api show and the completion of --fields and -f then list these fields as observed, and tuk smoke fails if one of them vanishes or changes its
type. tuk smoke --learn does the same from its own responses. Observed is not promised: a field may be missing elsewhere.`,
  options: [{ flags: '--forget', effects: ['file'], summary: 'remove all that was learned for the profile' }],
  examples: ['tuk learn', 'tuk learn traffic.har --profile staging'],
  run: async (args, context) => learnShapes(args, context),
};

export const group: Group = { commands: [learn] };

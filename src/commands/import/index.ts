// `tuk import`: lines of other programs as lines of this one.

import type { Command, Group, Groups } from '../../cli/command.js';
import { importCurl } from './import-curl.js';

const curl = (groups: Groups): Command => ({
  name: 'curl',
  prints: 'text',
  values: '[line...]',
  summary: 'Print the tuk api line that makes the request of a curl line',
  description: `The line is one quoted word, its words after --, or standard input, as a browser copies it (bash or cmd); at most 64 kB. Nothing is sent.
The address must be one of a service of the profile (-p NAME). Path values, query and body become values and fields of the call; -d @FILE becomes
--input FILE, and --max-time becomes --timeout.
Secrets are left out and named on stderr: Authorization, cookies, -u, tokens, keys and other fields that are secret by their names. The line uses the
session of the profile instead. tuk sends its own headers, so other headers are left out too.`,
  readOnly: true,
  examples: [
    "tuk import curl 'curl http://sandbox.localhost/user/users/current'",
    'tuk import curl -- curl -X GET http://sandbox.localhost/musubi/v1/offering/public/1',
  ],
  run: (args, context) => importCurl(args, context, groups),
});

/** The group `import`. @param groups all groups: the line is one of `tuk api` */
export const importGroup = (groups: Groups): Group => ({ commands: [curl(groups)] });

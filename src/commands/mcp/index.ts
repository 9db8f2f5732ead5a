// `tuk mcp`: a server of the Model Context Protocol on standard input and output.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { serve } from './server.js';
import { readGroups } from './tools.js';

const mcp = (groups: Groups): Command => ({
  name: '',
  changesNothing: true,
  prints: 'text',
  summary: 'Serve reads, and optionally changes, as tools of the Model Context Protocol (stdio)',
  description: `Use it to let a model read your accounts. An MCP client starts this command, for example with this configuration:

  {"mcpServers": {"tuk": {"command": "tuk", "args": ["mcp", "--profile", "staging"]}}}

The everyday reads are tools. The tool api_call makes any other read of the catalogue.
Add --all-tools for every command that reads. Add --groups to select groups.
Add --allow-writes for the everyday commands that change something. They pass the same checks as on the command line.
The client shows the receipt to a person, who types the word or the characters of a new recipient.
If the client cannot ask a person, tuk sends nothing.
Add --grant for the changes that a grant names (tuk grant new): they need no person, and tuk makes no others.
No tool reads a file, signs in, or sees a secret. Personal data are masked unless you add --reveal.`,
  options: [
    {
      flags: '--grant <token>',
      effects: ['widens', 'secret'],
      summary: 'offer the changes that a grant names: its token, or a file with it',
    },
    { flags: '--allow-writes', effects: ['widens'], summary: 'also offer commands that change something' },
    plain('--groups <names>', 'only the commands of these groups, separated by commas', {
      offers: () => [...readGroups, 'api'],
    }),
    plain('--all-tools', 'every command that can be a tool'),
    plain('--within <duration>', 'the time limit of one tool; default: 50s'),
    plain('--max-output <characters>', 'the most characters of a response; default: 60000'),
  ],
  examples: ['tuk mcp', 'tuk mcp --profile staging --groups ride,store,find'],
  run: async (args, context) => serve(args, context, groups),
});

/** Makes the group. @param groups have the commands of the tools */
export const mcpGroup = (groups: Groups): Group => ({ commands: [mcp(groups)] });

// `tuk mcp`: a server of the Model Context Protocol on standard input and output.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { serve } from './server.js';
import { readGroups } from './tools.js';

const mcp = (groups: Groups): Command => ({
  name: '',
  prints: 'text',
  summary: 'Serve reads, and optionally changes, as tools of the Model Context Protocol (stdio)',
  description: `A client starts this command and speaks with it over standard input and output; its configuration has the command line:
  {"mcpServers": {"tuk": {"command": "tuk", "args": ["mcp", "--profile", "staging"]}}}
Some forty commands that read are tools, and so is any read of the catalogue (api_call). --all-tools adds every command that reads; --groups selects groups.
With --allow-writes the everyday commands that change something are tools, too. They pass the same checks as on the command line: the client shows the receipt
to a person, who types the word, or the characters of a new recipient. If a client cannot ask a person, nothing is sent. No tool reads a file, signs in, or sees a secret.
Personal data are masked without --reveal.`,
  options: [
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

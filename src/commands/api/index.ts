// `tuk api`: calls any endpoint of the catalogue by name, or any path of a service by method.

import type { Command, Group } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { callNamed } from '../../cli/resolve-call.js';
import { optionsOf } from '../../engine/request/call-options.js';
import { editFlag, moneyFlags, pollOptions } from '../../engine/request/shared-options.js';
import { callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { call as makeCall } from './call.js';
import { apiPage } from './call-page.js';
import { list as listCalls } from './list.js';
import { search as searchCalls } from './search.js';
import { show as showCall } from './show.js';

const list: Command = {
  name: 'list',
  summary: 'List the calls of the catalogue',
  options: [
    { flags: '--service <name>', effects: 'plain', summary: 'only the calls of one service' },
    { flags: '--auth <mode>', effects: 'plain', summary: 'only calls of this mode: signed-in, public, basic, refresh' },
    { flags: '--effect <effect>', effects: 'plain', summary: 'only calls with this effect: none, service, money' },
  ],
  examples: ['tuk api list --service ride-hailing', 'tuk api list --effect money -o ndjson', 'tuk api list -o json'],
  run: (args, context) => listCalls(args, context),
};
const search: Command = {
  name: 'search',
  values: '<word...>',
  summary: 'Search the calls by words of their names, paths and summaries',
  examples: ['tuk api search balance', 'tuk api search swap quote -o json'],
  run: (args, context) => searchCalls(args, context),
};
const show: Command = {
  name: 'show',
  values: ['<service>', '<call>'],
  summary: 'Show one call: its path, auth mode, parameters and response',
  examples: ['tuk api show user get-balance-v2', 'tuk api show ride-hailing cancel-request -o json'],
  run: (args, context) => showCall(args, context),
};
const call: Command = {
  name: '',
  dryRun: 'requests',
  values: ['[service]', '[call]', '[values...]'],
  summary: 'Make a call: tuk api <service> <call> [values], or tuk api <METHOD> <service> <path>',
  description: `Give path values by name (--id X) or in the order of the path; known fields are options, see tuk api show.
-f sets a field of the body, or of the query where the call has no body; a.b nests, a[] repeats.
Every call also has a name with its version, such as quote-swap-v2 beside quote-swap; a script that uses it stays at that version. -v0 is a path
without a version.`,
  options: [
    {
      flags: '-f, --field <key=value>',
      effects: 'plain',
      summary: 'a field as text, or as the catalogue types it',
      repeatable: true,
    },
    {
      flags: '-F, --json-field <key=JSON>',
      effects: 'plain',
      summary: 'a field as JSON; numbers keep every digit',
      repeatable: true,
    },
    { flags: '--query <key=value>', effects: 'plain', summary: 'a query parameter', repeatable: true },
    editFlag,
    { flags: '--input <file>', effects: ['file'], summary: 'the whole body, from a file or - for standard input' },
    ...pollOptions,
    { flags: '--new-recipient', effects: ['widens'], summary: 'for transfers: confirm a recipient that is new' },
    ...moneyFlags.map((flag) => ({ ...flag, summary: `for transfers: ${flag.summary}` })),
  ],
  examples: [
    'tuk api user get-current',
    'tuk api musubi list-offerings-v1 -o json',
    'tuk api musubi get-offering 1',
    'tuk api user get-balance-v2 --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC',
    'tuk api GET user /users/current',
    'tuk api ride-hailing search-places -f q=Market -f city=PNH',
    'tuk api user get-current -i',
    'tuk api user get-points -w --count 1',
  ],
  run: makeCall,
};

/** The options of a typed call: its path values and fields, without secrets. @throws {BadInput} for an unknown call */
async function optionsFor(words: readonly string[]): Promise<readonly Flag[]> {
  const index = words.findIndex(isService);
  const [service, callName = ''] = [words[index], words[index + 1]];
  if (service === undefined || !isService(service)) return [];
  const entry = await catalogue(service);
  // an unknown call is refused before its options
  const call = index === 0 && callName !== '' ? callNamed(entry, callName) : callTyped(entry.calls, callName);
  return call ? optionsOf(call) : [];
}

export const group: Group = {
  commands: [list, search, show, call],
  optionsFor,
  pageFor: async (words) => apiPage(words),
};

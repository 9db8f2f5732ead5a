// `tuk api`: calls any endpoint of the catalogue by name, or any path of a service by method.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { callNamed } from '../../cli/lines/find-command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { editFlag, moneyFlags, optionsOf, pollOptions } from '../../engine/request/shared-options.js';

import { callTyped } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { call as makeCall } from './call.js';
import { apiPage } from './call-page.js';
import { descriptions } from './descriptions.js';
import { importRequests } from './import/import.js';
import { list as listCalls } from './list.js';
import { printDocument } from './openapi.js';
import { show as showCall } from './show.js';

const list: Command = {
  name: 'list',
  changesNothing: true,
  values: '[words...]',
  summary: 'List the calls of the catalogue, or find some by words',
  examples: [
    'tuk api list swap quote',
    "tuk api list --match 'service~ride-hailing auth~signed-in'",
    'tuk api list --match effect~money -o ndjson',
  ],
  run: async (args) => listCalls(args),
};
const openapi: Command = {
  name: 'openapi',
  changesNothing: true,
  prints: 'record',
  summary: 'Print the calls as an OpenAPI 3.1 document',
  get description() {
    return descriptions.openapi;
  },
  options: [plain('--service <names>', 'only these services, separated by commas', { repeatable: true })],
  examples: ['tuk api openapi', 'tuk api openapi --service user,wallet -o yaml', 'tuk api openapi --service sale'],
  run: (args, context) => printDocument(args, context), // loads the file when it runs
};
const importCommand = (groups: Groups): Command => ({
  name: 'import',
  prints: 'text',
  values: '[source...]',
  summary: 'Convert curl lines, HAR or .http to tuk api lines',
  get description() {
    return descriptions.import;
  },
  readOnly: true,
  examples: [
    "tuk api import 'curl http://sandbox.localhost/user/users/current'",
    'tuk api import -- curl -X GET http://sandbox.localhost/musubi/v1/offering/public/1',
    'tuk api import <file>',
  ],
  run: (args, context) => importRequests(args, context, groups),
});
const show: Command = {
  name: 'show',
  changesNothing: true,
  values: ['<service>', '<call>'],
  summary: 'Show the path, parameters and response of a call',
  examples: ['tuk api show user get-balance-v2'],
  run: (args, context) => showCall(args, context),
};
const call: Command = {
  name: '',
  changesNothing: true,
  dryRun: 'requests',
  values: ['[service]', '[call]', '[values...]'],
  summary: 'Make a call by name, or by method and path: tuk api <METHOD> <service> <path>',
  get description() {
    return descriptions.call;
  },
  options: [
    plain('-f, --field <key=value>', 'a field as text, or as the catalogue types it', { repeatable: true }),
    plain('-F, --json-field <key=JSON>', 'a field as JSON; numbers keep every digit', { repeatable: true }),
    plain('--query <key=value>', 'a query parameter', { repeatable: true }),
    editFlag,
    { flags: '--input <file>', effects: ['file'], summary: 'the whole body, from a file or - for standard input' },
    ...pollOptions,
    { flags: '--new-recipient', effects: ['widens'], summary: 'for transfers: confirm a recipient that is new' },
    ...moneyFlags.map((flag) => ({ ...flag, summary: `for transfers: ${flag.summary}` })),
  ],
  examples: [
    'tuk api user get-current',
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

/** The group `api`. @param groups all groups: an imported line is one of them */
export const apiGroup = (groups: Groups): Group => ({
  commands: [list, show, openapi, importCommand(groups), call],
  optionsFor,
  pageFor: async (words) => apiPage(words),
});

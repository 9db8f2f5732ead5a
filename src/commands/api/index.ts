// `tuk api`: the plumbing. Every call of the catalogue by name, or any path of a service by method.

import type { Command, Group } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { type Call, callTyped, kebab, pathNames } from '../../services/catalogue/define.js';
import { catalogue, isService } from '../../services/catalogue/index.js';
import { knownFields } from '../../services/http/params.js';
import { call as makeCall } from './call.js';

const list: Command = {
  name: 'list',
  summary: 'List the calls',
  options: [
    { flags: '--service <name>', summary: 'only the calls of one service' },
    { flags: '--auth <mode>', summary: 'only those: signed-in, public, basic, refresh' },
    { flags: '--effect <effect>', summary: 'only those: none, service, money' },
  ],
  examples: ['tuk api list --service ride-hailing', 'tuk api list --effect money -o ndjson', 'tuk api list -o json'],
  run: async (typed, context) => (await import('./list.js')).list(typed, context),
};
const show: Command = {
  name: 'show',
  values: '<service> <call>',
  summary: 'Show one call: its path, who may call it, what it takes and gives',
  examples: ['tuk api show user get-balance-v2', 'tuk api show ride-hailing cancel-request -o json'],
  run: async (typed, context) => (await import('./show.js')).show(typed, context),
};
const call: Command = {
  name: '',
  values: '[service] [call] [values...]',
  summary: 'Make a call: tuk api <service> <call> [values], or tuk api <METHOD> <service> <path>',
  description: `Path values go by name (--id X) or in the path's order; known fields are options, see tuk api show.
-f sets a field of the body, or of the query where there is no body; a.b nests, a[] repeats.`,
  options: [
    { flags: '-f, --field <key=value>', summary: 'a field as text, or as the catalogue types it', many: true },
    { flags: '-F, --json-field <key=JSON>', summary: 'a field as JSON, its digits kept', many: true },
    { flags: '--query <key=value>', summary: 'a value of the query', many: true },
    { flags: '--input <file>', summary: 'the whole body, from a file or - for standard input' },
    { flags: '--new-recipient', summary: 'where value moves: a recipient that is new is meant' },
  ],
  examples: [
    'tuk api user get-current',
    'tuk api musubi get-offering 1',
    'tuk api user get-balance-v2 --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC',
    'tuk api GET user /users/current',
    'tuk api ride-hailing search-places -f q=Market -f city=PNH',
  ],
  run: makeCall,
};

/** The path values and the fields of a call as options; secrets never come from an option's value. */
async function optionsFor(words: readonly string[]): Promise<readonly Flag[]> {
  const at = words.findIndex(isService);
  const [service, typed = ''] = [words[at], words[at + 1]];
  if (service === undefined || !isService(service)) return [];
  const { calls } = await catalogue(service);
  const found = callTyped(calls, typed);
  return found ? optionsOf(found) : [];
}

/** One option for each path value and each known field that is no secret. */
export function optionsOf(call: Call): Flag[] {
  const fields = Object.entries({ ...knownFields(call.query), ...knownFields(call.body) }).filter(([, field]) => !field.secret);
  const words = (list: readonly unknown[] | undefined) => (list ? `: ${list.join(' ')}` : '');
  return [
    ...pathNames(call.path).map((name) => ({ flags: `--${kebab(name)} <value>`, summary: `path value${words(call.words[name])}` })),
    ...fields.map(([name, field]) => ({
      flags: `--${kebab(name)} <value>`,
      summary: `${field.kind}${field.needed ? '' : ', optional'}${words(field.words)}`,
      ...(field.many ? { many: true as const } : {}),
    })),
  ];
}

export const group: Group = { commands: [list, show, call], optionsFor };

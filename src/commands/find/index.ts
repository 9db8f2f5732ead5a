// `tuk find`: finds all data on what a ticket quotes: an id, a hash, an address, a name.

import type { Command, Group, Groups } from '../../cli/command/command.js';
import { resultOf } from '../../cli/command/result.js';
import { plain } from '../../cli/settings/options.js';
import { dossierRows } from './rows.js';
import { find as runFind } from './run.js';
import { mostRides, sources } from './source.js';

/** The calls of a search, by service. */
function uses(): Record<string, string[]> {
  const calls: Record<string, string[]> = {};
  for (const { service, call } of sources) calls[service] = [...new Set([...(calls[service] ?? []), call])];
  calls.wallet?.push('listNetworkTokens'); // the decimals of tokens
  return calls;
}

/** The rows of what was found, for every door but the shell. */
const presentation: NonNullable<Command['read']> = {
  idPath: 'id',
  rowCommand: 'command',
  columns: [
    { path: 'nth', heading: '#', room: 'yields' },
    { path: 'what', room: 'stays' },
    { path: 'status', room: 'stays' },
    { path: 'since', as: 'time', room: 'stays' },
    { path: 'about', room: 'stays' },
    { path: 'id' },
    { path: 'with', room: 'yields', ifAny: true },
    { path: 'from', room: 'yields' },
  ],
  emptyIsNotFound: true,
  empty: {
    says: [
      'Nothing is known of it.',
      `Ids, hashes and addresses are compared as a whole; plates and phone numbers with the ride under way and the newest ${mostRides} rides in the ledger of this machine. tuk find --help says what is asked.`,
    ],
    of: {},
  },
};

const find = (groups: Groups): Command => ({
  name: '',
  values: '<id-or-hash...>',
  summary: 'Find what is known of an id, a hash, an address, a number or a name',
  description: `It takes an id or its beginning, an alias, an operation of the ledger, the hash of a transaction, an address of any network, a vehicle identification number, the
number of a vehicle, a station or an NFT, a plate, an e-mail address, a phone number, a referral code, a symbol, a part of a name, or a link with one of them.
It asks every call that may know it at once, and the ledger of this machine; it follows the ids in the results. The output has the things found with their
states and links, one time line, the calls that were not asked or have failed, and the limits of the search. The case of hexadecimal digits has no meaning.
64 bare hexadecimal digits may be a private key: --hash says that they are a hash. Exit 5: nothing was found. Exit 4: a session might have found it. If a failed
call might have found it, the exit code is the code of that call.`,
  options: [
    plain('--hash', 'the text is the hash of a transaction'),
    plain('--network <network>', 'the network of an address or of a hash; default: all main networks; repeatable', {
      repeatable: true,
    }),
    plain('--within <duration>', 'the time for all requests; default: 10s; 0 for no limit'),
  ],
  examples: [
    'tuk find 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'tuk find 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC -o md',
    "tuk find 53 --jq '.parts[].what'",
  ],
  uses: uses(),
  read: presentation,
  open: async (args) => async (context) => resultOf(await dossierRows(args, context), presentation),
  run: async (args, context) => runFind(args, context, groups),
});

/** Makes the group. @param groups have the commands that show the parts */
export const findGroup = (groups: Groups): Group => ({ commands: [find(groups)] });

// Explains words: the words of the lists of the services and of this program, settings, options, variables, topics,
// commands, networks, tokens and terms.

import { commandOf, groupEntry, subcommands } from '../../cli/command/command.js';
import { explanationsOf, type Explanation as WordExplanation } from '../../cli/help/explanations.js';
import { searchedLines, topicPages, topics } from '../../cli/help/help-topics.js';
import { globalFlags, spellings } from '../../cli/settings/options.js';
import { coinOfNetwork } from '../../money/evm/chain.js';
import { limitNames, limitTable } from '../../money/policy/limit-table.js';
import { chainIdOf, familyOf, networkFacts } from '../../money/values/networks.js';
import { isService } from '../../services/catalogue/index.js';
import { Network } from '../../services/catalogue/words.js';
import type { ValueSetting } from '../../session/profile-check.js';
import { things } from '../../things/index.js';
import type { Explanation, Recogniser } from './machine.js';

// The command that follows a word, an error or an exit code.

/** By kind of failure. */
const byKind: Readonly<Record<string, string>> = {
  failed: 'tuk doctor',
  usage: 'tuk help',
  refused: 'tuk help exit-codes',
  'sign-in': 'tuk login',
  'not-found': 'tuk find ID',
  unreachable: 'tuk doctor',
  guarded: 'tuk profile show',
  pending: 'tuk wait --help',
  local: 'tuk doctor',
  unknown: 'tuk ops check',
  server: 'tuk doctor',
  'rate-limited': 'tuk help exit-codes',
  'ended-badly': 'tuk ops list',
  partial: 'tuk ops list',
};
/** The command that helps after a failure of a kind. */
export const nextOfKind = (kind: string): string =>
  Object.hasOwn(byKind, kind) ? byKind[kind]! : 'tuk help exit-codes';

/** The command that says more about a word of a list. */
export function nextOfWord({ is, of, word, next }: WordExplanation): string {
  if (next !== undefined) return next;
  if (is === 'status') {
    const line = things.find(({ status, shownBy }) => status?.list === of && shownBy !== undefined)?.shownBy;
    return line === undefined
      ? 'tuk help statuses'
      : `tuk ${line.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`;
  }
  if (is === 'value') return 'tuk help values';
  if (word === 'EXPIRED_SESSION') return 'tuk auth status';
  if (is === 'exit code') return nextOfKind(of);
  if (is === 'kind of failure') return nextOfKind(word);
  return is === 'error code' ? nextOfKind(of.split(',')[0]!) : 'tuk help statuses';
}

// Terms of the field that messages, help and receipts use. Data.

interface Term {
  /** The term and its other names. */
  readonly words: readonly [string, ...string[]];
  readonly means: string;
  readonly next: string;
}

const terms: readonly Term[] = [
  {
    words: ['price impact', 'impact'],
    means:
      'how much worse the price of a swap is because of its own size: a large swap in a small pool moves the price. limits.impact and --max-impact bound it.',
    next: 'tuk swap quote --help',
  },
  {
    words: ['slippage'],
    means:
      'how much less may arrive from a swap than its quote says, in per cent: the least amount is signed. limits.slippage bounds it.',
    next: 'tuk swap run --help',
  },
  {
    words: ['gas'],
    means:
      'the unit of work of an EVM chain: the fee of a transaction is its gas times the price of gas, in the coin of the chain.',
    next: 'tuk wallet fee --help',
  },
  {
    words: ['gwei'],
    means: 'a billionth of the coin of an EVM chain, in which the price of gas is stated; a wei is the 10^18th part.',
    next: 'tuk wallet fee --help',
  },
  {
    words: ['nonce'],
    means:
      'the number of a transaction of an account: each is used once, so only one of two transactions with the same nonce can be mined.',
    next: 'tuk wallet tx list',
  },
  {
    words: ['allowance', 'approval'],
    means: 'what a contract may spend of a token of an account, now and later, until it is revoked.',
    next: 'tuk wallet allowance list',
  },
  {
    words: ['base unit', 'raw amount'],
    means: 'the smallest part of a token, in which chains count: a token of 6 decimals has a million in a whole one.',
    next: 'tuk wallet tokens',
  },
  {
    words: ['checksum'],
    means:
      'the part of an address by which a typing error is noticed; of an EVM address it is the case of its letters (EIP-55).',
    next: 'tuk explain ADDRESS',
  },
  {
    words: ['finality', 'final'],
    means: 'the depth of a block from which on a transaction in it counts as done, since newer blocks may be replaced.',
    next: 'tuk profile set --help',
  },
  {
    words: ['client ref', 'reference', 'idempotency key'],
    means:
      'a reference of your own (--client-ref): a line with it takes effect once, and run again it gives the earlier result.',
    next: 'tuk ops list',
  },
  { words: ['ledger'], means: 'the record of every transfer of this machine, with its outcome.', next: 'tuk ops list' },
  {
    words: ['router'],
    means: 'the contract that carries out swaps; only one that the profile trusts is used.',
    next: 'tuk profile show',
  },
  {
    words: ['recovery phrase', 'mnemonic', 'seed phrase'],
    means:
      'the words from which a key is made: anyone who has them controls the funds of the key. Never type them on a command line.',
    next: 'tuk wallet key import --help',
  },
  {
    words: ['private key'],
    means:
      'the number that signs for an account: anyone who has it controls the funds of the account. Never type it on a command line.',
    next: 'tuk wallet key import --help',
  },
  {
    words: ['request id'],
    means: 'the id that a service gives a response; an error prints it, and support can search for it.',
    next: 'tuk api show',
  },
  {
    words: ['dry run'],
    means: 'a run that prints the request and sends nothing; it is refused where the line would be.',
    next: 'tuk help output',
  },
  {
    words: ['protected'],
    means: "a profile in which every change needs the profile's name.",
    next: 'tuk profile show',
  },
  { words: ['sandbox'], means: 'the back end inside the program: nothing in it is real.', next: 'tuk sandbox status' },
];

// The meaning of each setting of a profile. Data.

/** By the key of `tuk profile set`. */
const settingMeanings: Readonly<Record<ValueSetting, string>> = {
  base: 'the template of the base addresses of all services: https://host/{service}',
  clientId: 'the client id that every request states',
  clientVersion: 'the version of the client that every request states',
  language: 'the language of responses',
  output: 'the output format, as --output',
  timeout: 'the time limit of a request, as --timeout; 0 for none',
  readOnly: 'true refuses every call that changes something',
  protected: "true makes every change ask for the profile's name, in scripts --confirm NAME",
  secureStorage: 'whether sessions are in the key ring of the system: auto, required or off',
  confirmRenewal: 'whether a renewed session is confirmed at the service',
  map: 'the file that says how the responses of the platform read',
  web3Domain: 'a host beside the user service whose sign-in messages may be signed',
  web3Chain: 'the network of the chain that sign-in messages must name',
  basicUser: 'the user name of calls with HTTP basic authentication',
  basicPasswordFile: 'the file with the password of calls with HTTP basic authentication',
};

const ownWords = 'this program';
/** A name for comparison: `Read-Only`, `readOnly` and `read_only` are the same. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^-+/, '')
    .replace(/[\s_-]/g, '');

/**
 * Words of the services and of this program; a number may also be the status of a response, or a signal's exit code.
 */
export const listWord: Recogniser = {
  kind: 'a status, an error code, an exit code, a mark or a word of a closed list',
  explain: ({ text }) => {
    const signal = Number(/^1[2-5]\d$/.exec(text)?.[0]) - 128;
    const explanations = [
      ...explanationsOf(text),
      ...(/^[2-5]\d\d$/.test(text) ? explanationsOf(`HTTP_${text}`) : []),
      ...(/[\s-]/.test(text) ? explanationsOf(text.replace(/[\s-]+/g, '_')) : []),
    ];
    const ended =
      explanations.length === 0 && signal > 0 && signal <= 31
        ? [
            {
              word: text,
              is: 'exit code',
              of: `signal ${signal}`,
              means: `the process was ended by the signal ${signal}`,
              source: 'the shell',
              next: 'tuk help exit-codes',
            },
          ]
        : [];
    return [...explanations.map((explanation) => ({ ...explanation, next: nextOfWord(explanation) })), ...ended];
  },
};

const natures: Readonly<Record<string, string>> = {
  SERVERED: 'the balances that the platform keeps itself; it is not a chain',
  IN_MIGRATION: 'value that is being moved between chains; it is not a chain',
};
export const network: Recogniser = {
  kind: 'a network or a token',
  explain: async ({ text, machine }) => {
    const name = Network.find((word) => word === text.toUpperCase());
    const tokens = (await machine.tokens()).filter(({ symbol }) => symbol.toUpperCase() === text.toUpperCase());
    const coinOf = Network.filter((word) => coinOfNetwork(word) === text.toUpperCase());
    const rows: Explanation[] = [];
    if (name !== undefined) {
      const family = familyOf(name);
      const id = chainIdOf(name) ?? (await machine.pins()).chains?.[name];
      const coin = coinOfNetwork(name);
      const facts = [
        natures[name] ??
          (coin
            ? `an EVM chain, its coin is ${coin}`
            : family === 'evm'
              ? 'a closed network with addresses as EVM chains have them'
              : `a network with addresses of ${family ?? 'an unknown form'}`),
        coin === undefined
          ? undefined
          : id === undefined
            ? 'its chain id is not certain: pin it before you sign'
            : `chain id ${id}`,
        networkFacts(name)?.net === 'live' ? undefined : 'a test network',
      ];
      rows.push({
        word: name,
        is: 'network',
        of: family === undefined ? 'no chain' : family,
        means: facts.filter(Boolean).join('; '),
        source: 'the networks of the services; chain ids: this program',
        next: `tuk wallet tokens --network ${name}`,
      });
    }
    if (tokens.length > 0 || coinOf.length > 0) {
      const places = tokens.map(
        ({ network: on, contract, decimals }) =>
          `${on} (contract ${contract}${decimals === undefined ? '' : `, ${decimals} decimals`})`,
      );
      const coins = coinOf.length === 0 ? [] : [`it is the coin of ${coinOf.join(', ')}`];
      const tokenOn = places.length === 0 ? [] : [`it is a token on ${[...new Set(places)].join(', ')}`];
      rows.push({
        word: text,
        is: 'token',
        of: coinOf.length > 0 ? 'coin' : 'contract',
        means: `${[...coins, ...tokenOn].join('; ')}. Any contract may give itself this symbol: the contract identifies a token.`,
        source: 'this program; the sandbox or the ledger of this machine',
        next: `tuk wallet price ${tokens[0]?.symbol ?? text.toUpperCase()}`,
      });
    }
    return rows;
  },
};

const limitSource = { source: ownWords, next: 'tuk profile set --help' } as const;
export const setting: Recogniser = {
  kind: 'a setting of a profile, an option, or a variable of the environment',
  explain: async ({ text }) => {
    const name = folded(text);
    const [, part = '', rest = ''] = /^(\w+)\.(.+)$/.exec(text.trim()) ?? [];
    const rows: Explanation[] = Object.entries(settingMeanings)
      .filter(([key]) => folded(key) === name)
      .map(([key, means]) => ({
        word: key,
        is: 'setting',
        of: 'profile',
        means,
        source: ownWords,
        next: `tuk profile set NAME ${key} VALUE`,
      }));
    for (const limit of limitNames)
      if (name === `limits.${limit}` || name === `limit.${limit}` || name === `limits${limit}`)
        rows.push({
          word: `limits.${limit}`,
          is: 'setting',
          of: 'limits of a profile',
          means: `a limit of transfers: ${limitTable[limit].summary}`,
          ...limitSource,
          next: `tuk profile set NAME limits.${limit} VALUE`,
        });
    const placed = Object.hasOwn(partMeanings, part) ? partMeanings[part] : undefined;
    if (
      placed &&
      (part === 'service'
        ? isService(rest)
        : part !== 'name' && part !== 'limits'
          ? Network.some((word) => word === rest.toUpperCase())
          : part === 'name')
    )
      rows.push({
        word: text,
        is: 'setting',
        of: 'profile',
        means: placed,
        ...limitSource,
        next: `tuk profile set NAME ${text} VALUE`,
      });
    for (const flag of globalFlags)
      if (spellings(flag.flags).some((spelling) => spelling.startsWith('--') && folded(spelling) === name))
        rows.push({
          word: spellings(flag.flags).join(', '),
          is: 'option',
          of: 'every command',
          means: flag.summary,
          source: ownWords,
          next: 'tuk help',
        });
    for (const { word, means } of await variables())
      if (word === text.toUpperCase())
        rows.push({
          word,
          is: 'variable of the environment',
          of: ownWords,
          means,
          source: ownWords,
          next: 'tuk help environment',
        });
    return rows;
  },
};
const partMeanings: Readonly<Record<string, string>> = {
  service: 'the base address of one service',
  chain: 'the chain id of a network, which pins it for signatures',
  rpc: 'the node (JSON-RPC) of a network, to which transactions are sent',
  signer: 'the external signer of a network: Clef, Web3Signer, or a node with keys',
  router: 'the contract of a network that is trusted with allowances and swaps',
  finality: 'the depth of a block from which on a transaction in it counts as done',
  name: 'the name of a field that no public source names',
};

/** The variables of `tuk help environment`, with their summaries. */
async function variables(): Promise<readonly { readonly word: string; readonly means: string }[]> {
  const page = await topicPages.environment();
  return [...page.matchAll(/^ {2}([A-Z_]{2,}) {2,}(.*(?:\n {22,}.*)*)/gm)].map(([, word = '', means = '']) => ({
    word,
    means: means.replace(/\s+/g, ' '),
  }));
}

export const command: Recogniser = {
  kind: 'a command, a group or a help topic',
  explain: async ({ text, runner }) => {
    const words = text
      .toLowerCase()
      .replace(/^tuk\s+/, '')
      .split(/\s+/);
    const [name = ''] = words;
    const topic = topics.find((word) => word === name && words.length === 1);
    const rows: Explanation[] = [];
    if (topic !== undefined)
      rows.push({
        word: topic,
        is: 'help topic',
        of: ownWords,
        means: (await searchedLines(topic))[0]!,
        source: ownWords,
        next: `tuk help ${topic}`,
      });
    const entry = runner && groupEntry(runner.groups, name);
    if (!entry) return rows;
    const line = `tuk ${words.join(' ')}`;
    if (words.length === 1)
      rows.push({
        word: name,
        is: 'group of commands',
        of: entry.section,
        means: entry.summary,
        source: ownWords,
        next: `${line} --help`,
      });
    else {
      const { group } = await entry.load();
      const command = commandOf(group, words.slice(1));
      const inner = subcommands(group, words.slice(1));
      if (command && command.name !== '' && command.name.split(' ').length === words.length - 1)
        rows.push({
          word: `${name} ${command.name}`,
          is: 'command',
          of: `the group ${name}`,
          means: command.summary,
          source: ownWords,
          next: `${line} --help`,
        });
      else if (inner.length > 0)
        rows.push({
          word: words.join(' '),
          is: 'group of commands',
          of: `the group ${name}`,
          means: `its commands: ${inner.map((subcommand) => subcommand.name).join(', ')}`,
          source: ownWords,
          next: `${line} --help`,
        });
    }
    return rows;
  },
};

export const term: Recogniser = {
  kind: 'a term such as price impact',
  explain: ({ text }) => {
    const name = folded(text);
    return terms
      .filter(({ words }) => words.some((word) => folded(word) === name || folded(`${word}s`) === name))
      .map(({ words: [word = ''], means, next }) => ({ word, is: 'term', of: 'tuk', means, source: ownWords, next }));
  },
};

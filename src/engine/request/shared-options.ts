// The options that several kinds of commands share. Only data: every command loads them.

import type { Context } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { type Flag, isDryRun } from '../../cli/settings/options.js';
import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import type { RowsOf } from '../../services/decode/fields.js';
import { BadInput } from '../../services/http/errors.js';
import { publicFields } from '../../services/http/params.js';
import type { Option } from './params.js';

/** Opens an editor on the body (`cli/edit`). */
export const editFlag: Flag = {
  flags: '--edit',
  effects: ['exec'],
  summary: 'edit the body in VISUAL or EDITOR; other options fill it',
};

/** Options that add fields (-f, -F), edit all fields (--edit), or replace them (--input). */
export const openFlags: readonly Flag[] = [
  {
    flags: '-f, --field <key=value>',
    effects: 'plain',
    summary: 'a field as text; a.b nests, a[] repeats',
    repeatable: true,
  },
  {
    flags: '-F, --json-field <key=JSON>',
    effects: 'plain',
    summary: 'a field as JSON; numbers keep every digit',
    repeatable: true,
  },
  editFlag,
  { flags: '--input <file>', effects: ['file'], summary: 'all fields as JSON, from a file or - for standard input' },
];

/** The needs of a change with an open body: a field, if no field of the body is public. */
export const openNeeds = ['field', 'jsonField', 'edit', 'input'];

export const allPages: Flag = {
  flags: '--all',
  effects: 'plain',
  summary: 'follow all pages, up to --limit rows',
  inForm: 'folded',
};

/** Whether --all follows pages: as the command knows, or the next page that a response names. */
export const followsPages = (spec: {
  readonly pages?: true;
  readonly isList?: true;
  readonly singleRecord?: boolean;
  readonly fetchAll?: unknown;
  readonly otherSource?: unknown;
}): boolean => spec.pages ?? (spec.isList === true && !spec.singleRecord && !spec.fetchAll && !spec.otherSource);

/** Whether a read has one record, although that may have a list: by its calls, none of which returns a list. */
export const isOneRecord = ({
  singleRecord,
  isList,
  endpoints,
}: {
  readonly singleRecord?: boolean;
  readonly isList?: true;
  readonly endpoints: readonly { readonly endpoint: string }[];
}): boolean =>
  singleRecord === true || (isList !== true && endpoints.every(({ endpoint }) => !/^(list|search)/.test(endpoint)));

/** What is known of the rows of a read beside their fields: the word for their thing, and the calls that return it. */
export const rowsOfRead = (spec: {
  readonly shows?: { readonly name: string };
  readonly endpoints: readonly { readonly endpoint: string }[];
}): RowsOf => ({
  nouns: spec.shows && [spec.shows.name],
  calls: spec.endpoints.map(({ endpoint }) => endpoint),
});

export const pollOptions: readonly Flag[] = [
  {
    flags: '-w, --watch',
    effects: 'plain',
    summary: 'repeat the read: redraw it, or in a pipe print each change',
  },
  { flags: '--interval <duration>', effects: 'plain', summary: 'the pause with -w; default: 5s, at least 1s' },
  {
    flags: '--until <expression>',
    effects: 'plain',
    summary: 'end -w if this jq expression is true; exit 8 if it never is; $first is the first response',
  },
  { flags: '--count <n>', effects: 'plain', summary: 'end -w after n reads' },
  {
    flags: '--on-change <command>',
    effects: ['exec'],
    summary: 'run a command at each change, with TUK_ID, TUK_CHANGE and the row as JSON on stdin',
  },
];

/** Whether the options repeat a read: one of --watch, --until and --count is enough. */
export const isPolled = ({ watch, until, count }: Readonly<Record<string, unknown>>): boolean =>
  watch === true || until !== undefined || count !== undefined;

export const clientRefFlag: Flag = {
  flags: '--client-ref <name>',
  effects: 'plain',
  summary: 'an idempotency key: the same command run again returns the earlier result',
  inForm: 'folded',
};
/** A stated maximum, if a limit cannot be evaluated otherwise. */
const atMostFlag: Flag = {
  flags: '--at-most <amount>',
  effects: ['widens'],
  summary:
    "the most that it may cost, like '45 USDC': the request and the response are compared with it; it lifts no limit",
  inForm: 'folded',
};
/** An earlier operation of its kind with an unknown outcome. */
export const despiteFlag: Flag = {
  flags: '--despite <op>',
  effects: ['widens'],
  summary: 'send it despite this unknown operation or row of the account; repeatable',
  repeatable: true,
  inForm: 'folded',
  from: 'ops list {id}',
};
/** Writes a plan, and sends nothing (`cli/run/plan-out`). */
export const planOutFlag: Flag = {
  flags: '--plan-out <file>',
  effects: ['file'],
  summary: 'send nothing; write a plan instead, for tuk plan apply',
  inForm: 'folded',
};
export const moneyFlags: readonly Flag[] = [clientRefFlag, atMostFlag, despiteFlag, planOutFlag];
/** The ids of the operations that --despite names; empty if none was typed. */
export const despiteOf = ({ despite }: Readonly<Record<string, unknown>>): readonly string[] =>
  (Array.isArray(despite) ? despite : despite === undefined ? [] : [despite]).map(String);

// The option --web of the commands that show a thing with a page on the web. `cli/web` opens it.

export const webFlag: Flag = {
  flags: '--web',
  effects: ['exec'],
  summary: 'open its page on the web (BROWSER); in a pipe print the address',
};

// The option --network of hashes and addresses.

export const network = {
  flags: '--network <network>',
  effects: 'plain',
  summary: 'the network',
  words: Network,
} as const satisfies Option;

/** The network of the rows of a list. */
export const networkFilter = { ...network, summary: 'filter by network' } as const satisfies Option;

/** The network where a line cannot do without one. */
export const neededNetwork = { ...network, required: true } as const;

/** The network of a hash, unless the ledger has it. */
export const hashNetwork = {
  ...network,
  neededFor: 'a hash that your ledger does not have',
  inForm: 'first',
} as const satisfies Option;

// Secrets of requests come from a file or standard input: a command line is visible to other programs.

/**
 * Reads a secret of a request from a file, and redacts it in the output; a dry run reads nothing.
 * @param name of the secret: `token`
 * @param file `-` for standard input
 * @throws {BadInput} for an empty input
 */
export async function secretFrom(context: Context, name: string, file: unknown): Promise<string> {
  const secret = isDryRun(context.flags) ? '[redacted]' : (await readInput(context.world, String(file))).trim();
  if (secret === '') throw new BadInput('EMPTY_INPUT', `The ${name} is empty.`);
  context.out.redact.add(secret);
  return secret;
}

// The options of a call on a command line: `tuk api SERVICE CALL --id 7`.

/** An option for each path value and each known field except secrets. */
export function optionsOf(call: Call): Flag[] {
  const fields = Object.entries(publicFields(call)).filter(([, field]) => !field.secret);
  const words = (list: readonly unknown[] | undefined) => (list ? `: ${list.join(' ')}` : '');
  return [
    ...pathNames(call.path).map(
      (name): Flag => ({
        flags: `--${kebab(name)} <value>`,
        effects: 'plain',
        summary: `path value${words(call.words[name])}`,
      }),
    ),
    ...fields.map(
      ([name, field]): Flag => ({
        flags: `--${kebab(name)} <value>`,
        effects: 'plain',
        summary: `${field.kind}${field.required ? '' : ', optional'}${words(field.words)}`,
      }),
    ),
  ];
}

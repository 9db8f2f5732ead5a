// The positional values of a command, from their names in its help, and what each of them does.

import { type Effects, flagKey } from '../settings/options.js';

const plain = 'plain';
const file = ['file'] as const;

/**
 * The effects of each positional value, by its name in help. A value has the same effects in every command. `-` is
 * standard input wherever a command reads it, so it counts as a file (`cli/effects.ts`).
 */
const valueEffects = {
  address: plain,
  'address-or-wallet': plain,
  after: file,
  alias: plain,
  'app-id': plain,
  before: file,
  call: plain,
  code: plain,
  contact: ['widens'],
  'contract-address': plain,
  currency: plain,
  'duration-or-row': plain,
  file,
  folder: ['widens'],
  'har-file': file,
  hash: plain,
  'hash-or-id': plain,
  'hash-or-operation': plain,
  id: plain,
  'id-or-hash': plain,
  'id-or-name': plain,
  'id-or-symbol': plain,
  'key-name': ['secret'],
  'lat,lon': plain,
  line: ['exec'],
  'mission-group-id': plain,
  method: ['exec', 'secret'],
  more: plain,
  n: plain,
  name: plain,
  network: plain,
  'new-name': plain,
  num: plain,
  of: plain,
  op: plain,
  options: plain,
  order: plain,
  'payment-id': plain,
  phone: plain,
  plan: file,
  profile: ['secret'],
  preference: plain,
  'product-id': plain,
  rate: plain,
  region: plain,
  report: file,
  row: plain,
  'sale-id': plain,
  service: plain,
  setting: ['widens'],
  shell: plain,
  show: plain,
  source: file,
  slug: plain,
  spec: plain,
  status: plain,
  symbol: plain,
  text: plain,
  'token-id': plain,
  type: plain,
  uid: plain,
  user: plain,
  'user-id': plain,
  value: plain,
  values: plain,
  vin: plain,
  wallet: plain,
  word: plain,
  words: plain,
} as const satisfies Readonly<Record<string, Effects>>;

type ValueName = keyof typeof valueEffects;
type Value = `<${ValueName}>` | `[${ValueName}]` | `<${ValueName}...>` | `[${ValueName}...]`;
/** The positional values of a command as in help: `<id>`, or `['<service>', '<call>', '[values...]']`. */
export type Values = Value | readonly [Value, Value, ...Value[]];

/** A positional value of a command. */
export interface CommandValue {
  /** As in help: `token-id` of `[token-id...]`. */
  readonly name: string;
  /** As in parsed arguments: `tokenId`. */
  readonly key: string;
  readonly required: boolean;
  /** Whether it takes all remaining arguments. */
  readonly repeatable: boolean;
  readonly effects: Effects;
}

/** The values as one text, as in help: `<service> <call> [values...]`. */
export const valuesText = (values: Values | undefined): string => [values ?? []].flat().join(' ');

/** The positional values of a command: `['<id>', '[token-id...]']` has two. */
export const valuesOf = (values: Values | undefined): readonly CommandValue[] =>
  [values ?? []].flat().map((text) => {
    const [, open, name, dots] = /^([<[])(.+?)(\.\.\.)?[>\]]$/.exec(text)!;
    return {
      name: name!,
      key: flagKey(`--${name}`),
      required: open === '<',
      repeatable: dots !== undefined,
      effects: valueEffects[name as ValueName],
    };
  });

// The positional values of a command, from their names in its help.

import { flagKey } from './options.js';

/** A positional value of a command. */
export interface CommandValue {
  /** As in help: `token-id` of `[token-id...]`. */
  readonly name: string;
  /** As in parsed arguments: `tokenId`. */
  readonly key: string;
  readonly required: boolean;
  /** Whether it takes all remaining arguments. */
  readonly repeatable: boolean;
}

/** The positional values of a command: `<id> [token-id...]` has two. */
export const valuesOf = (values = ''): readonly CommandValue[] =>
  [...values.matchAll(/([<[])([^\]>]+?)(\.\.\.)?[>\]]/g)].map(([, open, name, dots]) => ({
    name: name!,
    key: flagKey(`--${name}`),
    required: open === '<',
    repeatable: dots !== undefined,
  }));

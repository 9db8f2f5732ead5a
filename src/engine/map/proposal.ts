// A line of a map that is proposed.

/** No value of a response is in it, but the word of a success and words of statuses. */
export interface Proposal {
  readonly part: 'services' | 'calls' | 'things';
  /** The service, the call (`sale listProducts`) or the thing. */
  readonly of: string;
  /** The key, with the one inside it: `rows`, `fields.amount`, `words.in_use`. */
  readonly key: readonly [string] | readonly [string, string];
  /** The text of the value, or the mapping; undefined if no field was found for it. */
  readonly value: string | Readonly<Record<string, string>> | undefined;
  /** Whether nothing else fits: such a line is taken over without a question. */
  readonly sure: boolean;
  /** The reason, in a few words. */
  readonly why: string;
  readonly calls: readonly string[];
  readonly responses: number;
  /** The forms of values at the place: `Xxxxx 00`. */
  readonly examples: readonly string[];
  /** Other values that may be right. */
  readonly others: readonly string[];
}

// The message for an empty list, and the next step.

/**
 * The message for an empty response to a command line (`tuk assets offerings`), without a next step that is the same
 * line.
 */
export function emptyWords([nothing, next]: readonly [nothing: string, next: string], line: string): readonly string[] {
  const step = /(?:^|[\s:])(tuk [a-z].*)$/.exec(next)?.[1];
  return step !== undefined && sameLine(step, line) ? [nothing] : [nothing, next];
}

const sameLine = (a: string, b: string): boolean => a.split(/\s+/).join(' ') === b.trim().split(/\s+/).join(' ');

/** Of what a response speaks: a sentence alone does not say whose list is empty. */
export interface Scope {
  /** The typed values. */
  readonly asked?: readonly string[];
  /** The accounts, wallets or addresses. */
  readonly of?: readonly string[];
  readonly network?: string;
  /** Where it was read; by default from the services of the profile. */
  readonly from?: keyof typeof sources;
  /** By default the profile of the run. */
  readonly profiles?: 'every' | 'none' | readonly string[];
}
const sources = { node: 'from the node', ledger: 'by the ledger', machine: 'on this machine' };

export type Says = string | readonly [nothing: string, next: string];
/** What is said of an empty response. */
export interface Empty {
  readonly says: Says;
  /** A function if it is known only after the read. */
  readonly of: Scope | (() => Scope);
  /** The command line of this run: a next step that is the same line is omitted. */
  readonly line?: () => string;
}
export const scopeOf = ({ of }: Empty): Scope => (typeof of === 'function' ? of() : of);

/**
 * A message for an empty list with its scope: `No notifications (profile box).`, `No allowance of 0x12 on BSC (from the
 * node, profile box).`
 * @param profile of the run, or several
 */
export function withScope(says: Says, { asked = [], of, network, from, profiles }: Scope, profile: string): Says {
  const on = network && `on ${network}`;
  const whose = of ? ` of ${[of.join(', '), on].filter(Boolean).join(' ')}` : '';
  const named = typeof profiles === 'object' ? profiles.join(', ') : profile;
  const whoseProfile =
    profiles === 'every' ? 'every profile' : named !== '' && profiles !== 'none' && `profile ${named}`;
  const beside = [...asked, !of && on, from && sources[from], whoseProfile].filter(Boolean).join(', ');
  const scope = `${whose}${beside === '' ? '' : ` (${beside})`}`;
  const scoped = (text: string) => {
    const end = /[.?!](?=\s|$)/.exec(text)?.index ?? text.length; // of the first sentence
    return `${text.slice(0, end)}${scope}${text.slice(end)}`;
  };
  return typeof says === 'string' ? scoped(says) : [scoped(says[0]), says[1]];
}

/** What is said of a name that an object of a response has twice. */
export const twiceText = (name: string): string =>
  `The response has ${JSON.stringify(name.slice(0, 60))} twice in one object, and the last one is shown. Both: -o json`;

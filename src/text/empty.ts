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

/**
 * A message for an empty list with what was asked: `No notifications (profile box).` The sentence
 * alone does not say whose list is empty.
 */
export function withScope<Empty extends string | readonly [nothing: string, next: string]>(
  empty: Empty,
  scope: string,
): Empty;
export function withScope(
  empty: string | readonly [nothing: string, next: string],
  scope: string,
): string | readonly [nothing: string, next: string] {
  if (scope === '') return empty;
  const scoped = (text: string) => {
    const end = /[.?!](?=\s|$)/.exec(text)?.index ?? text.length; // of the first sentence
    return `${text.slice(0, end)} (${scope})${text.slice(end)}`;
  };
  return typeof empty === 'string' ? scoped(empty) : [scoped(empty[0]), empty[1]];
}

/** What an empty response was asked for: the typed values, and the profile, whose account and services answered. */
export const scopeText = (values: readonly string[], profile: string | undefined): string =>
  [...values, ...(profile === undefined ? [] : [`profile ${profile}`])].join(', ');

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

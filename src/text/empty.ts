// The message for an empty list, and the next step where that is another command.

/** The message for an empty response to a command line (`tuk assets offerings`). A next step that is this very line is left out. */
export function emptyWords([nothing, next]: readonly [nothing: string, next: string], line: string): readonly string[] {
  const step = /(?:^|[\s:])(tuk [a-z].*)$/.exec(next)?.[1];
  return step !== undefined && sameLine(step, line) ? [nothing] : [nothing, next];
}

const sameLine = (one: string, other: string): boolean => one.split(/\s+/).join(' ') === other.trim().split(/\s+/).join(' ');

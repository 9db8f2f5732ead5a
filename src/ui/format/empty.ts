// What an empty list says: what there is not, and the next step where that leads somewhere else.

/** The words for an empty answer to a command line (`tuk assets offerings`): a next step that is the very line that was run would lead in a circle. */
export function emptyWords([nothing, next]: readonly [nothing: string, next: string], line: string): readonly string[] {
  const step = /(?:^|[\s:])(tuk [a-z].*)$/.exec(next)?.[1];
  return step !== undefined && sameLine(step, line) ? [nothing] : [nothing, next];
}

const sameLine = (one: string, other: string): boolean => one.split(/\s+/).join(' ') === other.trim().split(/\s+/).join(' ');

// Lists with conditions.
/** The parts of a list that are neither false nor undefined: a condition stands before its part. */
export const present = <Part>(parts: readonly (Part | false | undefined)[]): Part[] =>
  parts.filter((part): part is Part => part !== false && part !== undefined);

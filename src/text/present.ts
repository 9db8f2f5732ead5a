/** The parts of a list without those that are false or undefined, so that a condition stands before its part. */
export const present = <Part>(parts: readonly (Part | false | undefined)[]): Part[] =>
  parts.filter((part): part is Part => part !== false && part !== undefined);

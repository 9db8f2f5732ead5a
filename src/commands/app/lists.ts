// The boards as lists of values, for completion: their rows are read as the screens read them.

import type { Context, Groups } from '../../cli/command/command.js';

import { groupScreens } from './boards.js';
import { loadScreenData } from './screen-data.js';

/** The boards, and how a list is read by its command line. */
export const boardLists = {
  boards: groupScreens.flatMap(({ screens }) => screens),
  /** Reads a list by its command line. @throws {Failure} */
  load: async (line: string, first: Context, groups: Groups) => loadScreenData(line, undefined, { first }, groups),
};

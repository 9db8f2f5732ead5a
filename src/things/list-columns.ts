// The columns of a list of things, on the command line and on a board.

import type { Column } from './column.js';
import type { Thing } from './thing.js';

/** The fields that a list of things shows, in their order: those that are `listed`, else all but those of its page. */
export const listColumns = ({ fields = [], listed }: Pick<Thing, 'fields' | 'listed'>): readonly Column[] =>
  listed?.map((path) => fields.find((field) => field.path === path) ?? { path }) ??
  fields.filter(({ room }) => room !== 'page');

// Plain columns by their paths. A file of its own: each start loads it.

import type { Column } from './column.js';

/** @param paths separated by blanks */
export const columnsNamed = (paths: string): readonly Column[] => paths.split(' ').map((path) => ({ path }));

// Warns of a folder in which everybody can write: the ledger in it could be moved away, and limits and references would
// begin anew.

import { statSync } from 'node:fs';
import path from 'node:path';
import { excessMode } from '../../services/platform/owner.js';

const sticky = 0o1000;

/**
 * Logs a warning if everybody can rename the files beside this one. A folder that is not there yet warns of nothing.
 */
export function warnOfOpenFolder(file: string, log: (line: string) => void): void {
  const folder = path.dirname(file);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || !excessMode(stats, 0o002) || (stats.mode & sticky) !== 0) return;
  log(`▲ Every user of this machine can write in ${folder}, and so move the ledger away: chmod go-w ${folder}`);
}

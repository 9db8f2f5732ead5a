// Warns of a folder in which everybody can write: the ledger in it could be moved away, and limits and references would
// begin anew.

import { statSync } from 'node:fs';
import path from 'node:path';
import { isUnix } from '../../services/platform/platform.js';

const [writableByOthers, sticky] = [0o002, 0o1000];

/**
 * Logs a warning if everybody can rename the files beside this one. A folder that is not there yet warns of nothing.
 */
export function warnOfOpenFolder(file: string, log: (line: string) => void): void {
  const folder = path.dirname(file);
  const mode = isUnix() ? (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) : 0;
  if ((mode & writableByOthers) === 0 || (mode & sticky) !== 0) return;
  log(`▲ Every user of this machine can write in ${folder}, and so move the ledger away: chmod go-w ${folder}`);
}

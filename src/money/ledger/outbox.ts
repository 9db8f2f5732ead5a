// What could not be recorded in a shared ledger that was away: it waits on this machine, and the next command that opens
// the ledger records it. Until then others read the outcome as unknown.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { removeQuietly, replaceFile } from '../../services/whole-file.js';
import type { Settlement } from './operation.js';

/** The outcome of an operation, by its id and its time. `now`: epoch milliseconds. */
export interface Waiting {
  readonly id: string;
  readonly at: string;
  readonly settlement: Settlement;
  readonly now: number;
}

/** Keeps an outcome: one file for each operation. @throws the errors of node:fs */
export function keepOutcome(folder: string, waiting: Waiting): void {
  makeFolder(folder);
  replaceFile(
    path.join(folder, `${waiting.id}-${Date.parse(waiting.at)}.json`),
    Buffer.from(JSON.stringify(waiting)),
    0o600,
  );
}

/**
 * Records what waits. What cannot be recorded goes on waiting.
 * @param record returns whether it is recorded; may throw, and may be called twice for one
 */
export async function deliverOutcomes(folder: string, record: (waiting: Waiting) => Promise<boolean>): Promise<void> {
  let names: readonly string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return; // nothing waits
  }
  for (const name of names) {
    const file = path.join(folder, name);
    let waiting: Waiting;
    try {
      waiting = JSON.parse(readFileSync(file, 'utf8')) as Waiting;
    } catch {
      continue; // another process has recorded it
    }
    if (await record(waiting)) removeQuietly(file);
  }
}

// Why it is not certain whether the service shows an operation, in words.

import type { Sighting } from '../../engine/look-up.js';
import { timesIn } from '../../engine/row-facts.js';
import type { Row } from '../../services/json-value.js';

/** Why a look has concluded nothing, as a sentence without its first words: `2 rows fit (2026-11-23T09:00:00.000Z, …)`; nothing where no row is like it. */
export function uncertainty(sighting: Exclude<Sighting, { kind: 'seen' | 'contradicts' }>): string | undefined {
  if (sighting.kind === 'ambiguous') {
    const { rows } = sighting;
    return rows.length === 1
      ? `the row that fits${timesOf(rows)} may be that of another operation`
      : `${rows.length} rows fit${timesOf(rows)}, and any of them may be it`;
  }
  const { alike = [] } = sighting;
  if (alike.length === 0) return undefined;
  return alike.length === 1
    ? `a row is like it in all but its time${timesOf(alike)}`
    : `${alike.length} rows are like it in all but their times${timesOf(alike)}`;
}

const maxTimes = 3;
function timesOf(rows: readonly Row[]): string {
  const times = rows.flatMap((row) => timesIn(row).slice(0, 1)).map((at) => new Date(at).toISOString());
  const shown = [...times.slice(0, maxTimes), ...(times.length > maxTimes ? ['…'] : [])];
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

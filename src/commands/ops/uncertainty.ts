// Why it is not certain whether the service shows an operation, in words, and the rows in question.

import type { Context } from '../../cli/context.js';
import type { Sighting } from '../../engine/look-up.js';
import { timesIn } from '../../engine/row-times.js';
import type { Row } from '../../services/json-value.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../ui/format/visible.js';

type Uncertain = Exclude<Sighting, { kind: 'seen' | 'contradicts' }>;

/** Why a look has concluded nothing, as a sentence without its first words: `2 rows fit (2026-11-23T09:00:00.000Z, …)`; nothing where no row is like it. */
export function uncertainty(sighting: Uncertain): string | undefined {
  if (sighting.kind === 'ambiguous') {
    const { rows } = sighting;
    return rows.length === 1
      ? `the row that fits${timesOf(rows)} may be that of another operation`
      : `${rows.length} rows fit${timesOf(rows)}, and any of them may be it`;
  }
  if (sighting.kind === 'partial') {
    const { rows, fits, missing } = sighting;
    const lacks = missing.map((fact) => lacking[fact] ?? `no ${fact}`).join(', and ');
    return `the row that fits${timesOf(rows)} has the same ${fits.join(', ') || 'request'}, but ${lacks}`;
  }
  const { alike = [], near = [], failure } = sighting;
  if (failure !== undefined) return `the answer is no evidence: ${failure}`;
  if (alike.length === 1) return `a row is like it in all but its time${timesOf(alike)}`;
  if (alike.length > 1) return `${alike.length} rows are like it in all but their times${timesOf(alike)}`;
  const [first] = near;
  return first && `a row has the same amount and time${timesOf([first.row])}, but ${first.why}`;
}
/** What a row does not say, as a part of a sentence. */
const lacking: Readonly<Record<string, string>> = {
  recipient: 'does not name the recipient',
  unit: 'does not name the unit',
  kind: 'does not say of what kind it is',
  time: 'its time does not fit',
};

const maxTimes = 3;
function timesOf(rows: readonly Row[]): string {
  const times = rows.flatMap((row) => timesIn(row).slice(0, 1)).map((at) => new Date(at).toISOString());
  const shown = [...times.slice(0, maxTimes), ...(times.length > maxTimes ? ['…'] : [])];
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

const maxRows = 3;
const maxLength = 400; // characters of a row on a terminal
/** The rows that a look has found and that do not settle the operation, as JSON texts, secrets redacted; three at most. */
export function rowsOf(sighting: Sighting, context: Context): string[] {
  const rows =
    sighting.kind === 'absent'
      ? [...(sighting.alike ?? []), ...(sighting.near ?? []).map(({ row }) => row)]
      : 'rows' in sighting
        ? sighting.rows
        : [sighting.row];
  return rows.slice(0, maxRows).map((row) => context.out.redact.cleanRecord(stringifyLossless(row)));
}
/** A row for a person: one line, escaped. */
export const rowLine = (text: string): string =>
  `  The row: ${escapeControls(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)}`;

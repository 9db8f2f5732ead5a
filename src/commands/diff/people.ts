// The differences as they are printed: a table states a whole row by its first fields, data have all of it.

import type { Context } from '../../cli/context.js';
import { asText, isNothing, isRecord, isScalar, valueAt } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import type { Difference } from './compare.js';

/** The fields that state a row. */
const most = 3;

/** The differences; for a table, a row as a text of a few of its fields. @param columns of the command */
export function forPeople(
  differences: readonly Difference[],
  columns: readonly Column[],
  { out, world }: Context,
): readonly Difference[] {
  const { format = world.stdout.isTTY || out.options.columns ? 'table' : 'json', jq } = out.options;
  if (jq !== undefined || !/^(table|md)$/.test(format)) return differences;
  return differences.map((difference) => ({
    ...difference,
    before: stated(difference.before, columns, difference.id),
    after: stated(difference.after, columns, difference.id),
  }));
}

function stated(value: unknown, columns: readonly Column[], id: string | null): unknown {
  if (!isRecord(value)) return value;
  const paths = columns.length > 0 ? columns.map(({ path }) => path) : Object.keys(value);
  const values = paths.map((path) => valueAt(value, path));
  const texts = values.filter((field) => isScalar(field) && !isNothing(field) && asText(field) !== '').map(asText);
  return (
    texts
      .filter((text) => text !== id)
      .slice(0, most)
      .join(', ') || value
  );
}

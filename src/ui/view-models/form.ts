// The rows of a form: its fields in groups, and a line in place of those that are folded.
import { width } from '../../text/text.js';
import { typed } from '../state/field.js';
import { foldOf, isFilled, isNeeded } from '../state/form.js';
import type { FormField, FormScreen } from '../state/screens.js';

/** A row: the name of a group, a field with its place, or the line of the folded fields. */
export type FormRow =
  | { readonly heading: string }
  | { readonly field: FormField; readonly at: number }
  | { readonly folded: string; readonly at: number };

const groups = [
  ['NEEDED', isNeeded],
  ['OPTIONAL', (field: FormField) => !isNeeded(field) && field.group !== 'expert'],
  ['EXPERT', ({ group }: FormField) => group === 'expert'],
] as const;
/** The number of expert fields in words, and how many of them are filled: `expert (6, 1 filled)`. */
function expertText(fields: readonly FormField[]): string {
  const experts = fields.filter(({ group }) => group === 'expert');
  const filled = experts.filter(isFilled).length;
  return `expert (${experts.length}${filled > 0 ? `, ${filled} filled` : ''})`;
}
/** The rows of the fields, each group below its name; the name of an only group is left out. */
export function formRows(form: FormScreen): readonly FormRow[] {
  const { fields = [] } = form;
  const fold = foldOf(form);
  const placed = fields.map((field, at) => ({ field, at }));
  const parts = groups
    .map(([heading, has]) => ({ heading, rows: placed.filter(({ field }) => has(field)) }))
    .filter(({ rows }) => rows.length > 0);
  return parts.flatMap(({ heading, rows }): FormRow[] => {
    if (rows[0]!.at === fold) return [{ folded: expertText(fields), at: fold }];
    return parts.length > 1 ? [{ heading }, ...rows] : rows;
  });
}

/** The columns of a value: as many as the widest one needs, up to a limit. */
export function valueColumns({ fields = [] }: FormScreen): number {
  const widest = Math.max(0, ...fields.map(({ text, words }) => width(typed(text)) + (words ? 4 : 0)));
  return Math.max(leastValue, Math.min(mostValue, widest)) + 2;
}
const [leastValue, mostValue] = [10, 32];

// A command as a form: a row for each field, a row that submits, and the file that it made last.
import { Box } from 'ink';
import { Fragment } from 'react';
import { type Line, line, type Role, span } from '../../text/line.js';
import { pictureLines } from '../../text/picture.js';
import { width, wrap } from '../../text/text.js';
import { ageOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { Clickable, Lines, RoleText } from '../components/lines.js';

import { Cursor, Marker, Options } from '../components/option.js';
import { type Chooser, takes } from '../state/core/chooser.js';

import { typed } from '../state/core/field.js';
import { centred } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import type { FilePreview, FormField, FormScreen } from '../state/core/screens.js';
import { foldOf, isFilled, isNeeded, isOpen, missingIn } from '../state/forms/form.js';
import { isJob, isShownStep, jobDoes } from '../state/forms/job.js';

// The rows of a form: its fields in groups, and a line in place of those that are folded.

/** A row: the name of a group, a field with its place, or the line of the folded fields. */
type FormRow =
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
  const all = fields.map((field, at) => ({ field, at }));
  const placed = all.filter(({ field }) => isShownStep(form, field));
  if (isJob(form))
    return [
      ...placed.filter(({ at }) => fold === undefined || at < fold),
      ...(fold === undefined ? [] : [{ folded: expertText(fields).replace('expert', 'more options'), at: fold }]),
    ];
  const parts = groups
    .map(([heading, has]) => ({ heading, rows: placed.filter(({ field }) => has(field)) }))
    .filter(({ rows }) => rows.length > 0);
  return parts.flatMap(({ heading, rows }): FormRow[] => {
    if (rows[0]!.at === fold) return [{ folded: expertText(fields), at: fold }];
    return parts.length > 1 ? [{ heading }, ...rows] : rows;
  });
}

/** The columns of a value: as many as the widest one needs, up to a limit. */
function valueColumns({ fields = [] }: FormScreen): number {
  const widest = Math.max(0, ...fields.map((field) => width(shownValue(field)) + (field.words ? 4 : 0)));
  return Math.max(leastValue, Math.min(mostValue, widest)) + 2;
}
const [leastValue, mostValue] = [10, 32];

const labelColumns = ({ fields = [] }: FormScreen): number =>
  Math.min(24, Math.max(8, ...fields.map(({ label }) => width(label))) + 2);

/** What the fields with a list can be, before it is opened: all of them if there is room, else the marked one. */
function wordLines(form: FormScreen, { rows, columns }: Size): readonly Line[] {
  const { fields = [], at } = form;
  const wide = labelColumns(form);
  const linesOf = ({ label, words = [] }: FormField, isMarked: boolean): Line[] =>
    wrap(words.map(escapeControls).join(', '), columns - wide - 5).map((text, row) => [
      span(`    ${(row === 0 ? escapeControls(label) : '').padEnd(wide)}`, isMarked ? 'head' : 'muted'),
      span(text, isMarked ? undefined : 'muted'),
    ]);
  const listed = fields.filter(({ words, step, group }) => words && !step && group !== 'expert');
  const lines = listed.map((field) => linesOf(field, field === fields[at]));
  const own = lines.filter((_, place) => listed[place] === fields[at]);
  return (
    [lines.flat(), own.flat()]
      .map((part) => (part.length > 0 ? [[], ...part] : []))
      .find(({ length }) => length <= rows) ?? []
  );
}

/** The examples of the command, if all of them have room. */
function exampleLines({ examples = [] }: FormScreen, { rows, columns }: Size): readonly Line[] {
  const lines = examples.flatMap((example) => wrap(example, columns - 4)).map((text) => [span(`    ${text}`, 'muted')]);
  return lines.length === 0 || lines.length + 2 > rows ? [] : [[], [span('  EXAMPLES', 'muted')], ...lines];
}

interface FormProps {
  readonly form: FormScreen;
  /** The list of the selected step, and what is said beside it. */
  readonly chooser?: Chooser;
  readonly says?: string;
  readonly area: Size;
  readonly now: number;
  /** The lines of what is shown below the fields, for so much room. */
  readonly below?: (area: Size) => readonly Line[];
}
/** The columns from which the file is beside the fields. */
const madeFrom = 60;
/** The least rows of what is shown below the fields. */
const leastBelow = 3;

/** The fields; beside them the file that was made last. */
export function FormBody({ form, area, now, chooser, says, below = () => [] }: FormProps) {
  const { made } = form;
  // its place stays while steps open their lists
  const used = formRows(form).length + (isJob(form) ? mostChoices + 5 : 3);
  const free = { rows: area.rows - used - 2, columns: area.columns };
  const own = made || chooser ? [] : wordLines(form, free);
  const left = { ...free, rows: free.rows - own.length };
  const others = left.rows < leastBelow || made ? [] : below(left);
  const lines = [...own, ...(others.length > 0 || made ? others : exampleLines(form, left))];
  if (lines.length > 0)
    return (
      <Box flexDirection="column">
        <Fields {...{ form, chooser, says }} area={{ ...area, rows: used }} />
        <Lines lines={lines} columns={area.columns} />
      </Box>
    );
  if (isJob(form)) return <Fields {...{ form, area, chooser, says }} />;
  if (!made || area.columns < madeFrom) return <Fields form={form} area={area} />;
  const half = Math.min(80, Math.floor(area.columns * 0.55));
  return (
    <Box height={area.rows} overflow="hidden">
      <Box width={half} paddingRight={2} flexShrink={0}>
        <Fields form={form} area={{ ...area, columns: half - 2 }} />
      </Box>
      <MadeFile made={made} area={{ ...area, columns: area.columns - half - 1 }} now={now} />
    </Box>
  );
}

/** The fields and the row that submits, scrolled to the selected one. */
function Fields({ form, area, chooser, says }: Omit<FormProps, 'now'>) {
  const { fields, at } = form;
  if (!fields) return null;
  const labelWidth = labelColumns(form);
  const rows = formRows(form);
  const place = rows.findIndex((row) => 'at' in row && row.at === at);
  const open = chooser && Math.max(1, Math.min(chooser.items.length, mostChoices, area.rows - rows.length - 4));
  const top = centred(place < 0 ? rows.length + 1 : place, rows.length + 2 + (open ?? 0), area.rows);
  const valueWidth = valueColumns(form);
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows} overflow="hidden">
      {rows.slice(top, top + area.rows).map((row) => {
        if ('heading' in row)
          return (
            <Box key={row.heading} height={1} flexShrink={0}>
              <RoleText variant="muted">{`  ${row.heading}`}</RoleText>
            </Box>
          );
        const common = { choice: chooser ? -1 : row.at, isMarked: row.at === at };
        return 'folded' in row ? (
          <Fold key="folded" text={row.folded} {...common} />
        ) : (
          <Fragment key={row.at}>
            <FieldRow
              field={
                row.at === at && chooser?.typing ? { ...row.field, text: chooser.typing, said: undefined } : row.field
              }
              isTyping={form.typing || chooser !== undefined}
              number={row.field.step && row.at + 1}
              isMissing={isOpen(row.field, form)}
              {...{ labelWidth, valueWidth }}
              room={area.columns - labelWidth - 4}
              {...common}
            />
            {row.at === at && chooser && (
              <Choices chooser={chooser} rows={open!} indent={labelWidth + 4} columns={area.columns} />
            )}
          </Fragment>
        );
      })}
      {says === undefined ? null : (
        <Box marginTop={1} height={1} flexShrink={0}>
          <RoleText variant="muted">{`  ${escapeControls(says)}`}</RoleText>
        </Box>
      )}
      <Submit form={form} choice={fields.length} labelWidth={labelWidth} isMarked={at >= fields.length} />
    </Box>
  );
}

const mostChoices = 8;
/** The choices of a step, below its value or from the left if they need the room, and what enter takes. */
function Choices({ chooser, rows, indent, columns }: Size & { readonly chooser: Chooser; readonly indent: number }) {
  const { items, marked, note } = chooser;
  const labelWidth = Math.max(4, ...items.map(({ label }) => width(escapeControls(label)))) + 2;
  const widest = labelWidth + Math.max(0, ...items.map(({ is = '' }) => width(escapeControls(is))));
  const left = indent + 2 + widest <= columns ? indent : choicesAt;
  const top = centred(marked, items.length, rows);
  const says = escapeControls([takes(chooser), note].filter(Boolean).join('  '));
  return (
    <Box flexDirection="column" paddingLeft={left} flexShrink={0}>
      <Options items={items.slice(top, top + rows)} {...{ top, marked, labelWidth }} />
      {says && <Lines lines={wrap(says, columns - left).map((text) => line(text, 'muted'))} columns={columns - left} />}
    </Box>
  );
}
/** The column of the choices that need the width of the form. */
const choicesAt = 4;

interface FieldProps {
  readonly field: FormField;
  /** Its place, which a click selects. */
  readonly choice: number;
  readonly labelWidth: number;
  readonly valueWidth: number;
  /** The columns of the value and of what stands beside it. */
  readonly room: number;
  readonly isMarked: boolean;
  /** Whether the marked field is typed in. */
  readonly isTyping: boolean;
  /** The number of a step. */
  readonly number?: number;
  readonly isMissing: boolean;
}
/** The line in place of the folded fields. */
function Fold({ text, choice, isMarked }: Pick<FieldProps, 'choice' | 'isMarked'> & { readonly text: string }) {
  return (
    <Clickable at={() => ({ choice })} height={1} flexShrink={0}>
      <Marker isMarked={isMarked} />
      <RoleText variant="muted">{'… '}</RoleText>
      <RoleText variant={isMarked ? 'select' : 'text'}>{text}</RoleText>
      <RoleText variant="muted">{'  enter shows them'}</RoleText>
    </Clickable>
  );
}
/** A field: whether it is filled or needed, its label, value, explanation. */
function FieldRow({ field, choice, labelWidth, valueWidth, room, isMarked, isTyping, number, isMissing }: FieldProps) {
  const own = Math.max(valueWidth, width(shownValue(field)) + (field.words ? 6 : 2));
  return (
    <Clickable at={() => ({ choice })} height={1} flexShrink={0}>
      <Marker isMarked={isMarked} />
      <Box width={2} flexShrink={0}>
        <RoleText variant={isMissing ? 'need' : 'good'}>
          {number !== undefined && !isFilled(field) ? `${number} ` : isMissing ? '* ' : isFilled(field) ? '✓ ' : '  '}
        </RoleText>
      </Box>
      <Box width={labelWidth} paddingRight={1} flexShrink={0}>
        <RoleText variant={isMissing ? 'need' : 'muted'}>{field.label}</RoleText>
      </Box>
      <Box width={Math.min(room, own)} paddingRight={2} flexShrink={0}>
        {isMarked && isTyping ? <Cursor field={field.text} /> : <Value field={field} isMarked={isMarked} />}
      </Box>
      <Box width={Math.max(0, room - own)} flexShrink={0}>
        <RoleText variant="muted">{escapeControls(besideOf(field))}</RoleText>
      </Box>
    </Clickable>
  );
}
/** What stands beside a value: the facts of a chosen row, or what the field is for. */
function besideOf({ said, step, is }: FormField): string {
  return said ? said[1] : step ? '' : is;
}
const shownValue = ({ said, text }: FormField): string => escapeControls(said?.[0] ?? typed(text));
/** The value of a field: a switch, one of several words, a text. */
function Value({ field, isMarked }: Pick<FieldProps, 'field' | 'isMarked'>) {
  const { step, isSwitch, words } = field;
  const value = shownValue(field);
  const role: Role = isMarked ? 'select' : value === '' && !isSwitch ? 'muted' : 'text';
  if (isSwitch) return <RoleText variant={role}>{value === '' ? '[ ]' : '[x]'}</RoleText>;
  return <RoleText variant={role}>{words && !step ? `‹ ${value || '–'} ›` : value || '–'}</RoleText>;
}

/** The last row: what the command does, or which fields are missing. */
function Submit({
  form,
  choice,
  labelWidth,
  isMarked,
}: Pick<FieldProps, 'choice' | 'labelWidth' | 'isMarked'> & Pick<FormProps, 'form'>) {
  const missing = missingIn(form);
  const { label, is } = submission(form);
  return (
    <Clickable at={() => ({ choice })} height={1} marginTop={1}>
      <Marker isMarked={isMarked} />
      <Box width={labelWidth + 2} paddingLeft={2} flexShrink={0}>
        <RoleText variant={isMarked ? 'select' : 'text'}>{label}</RoleText>
      </Box>
      <RoleText variant={missing.length > 0 ? 'need' : 'muted'}>
        {missing.length > 0 ? `needs ${missing.join(', ')}` : is}
      </RoleText>
    </Clickable>
  );
}
const submission = ({ spec, line }: FormScreen): { readonly label: string; readonly is: string } =>
  spec.reads
    ? { label: 'Ask', is: 'opens the answer here' }
    : { label: 'Go on…', is: jobDoes(line) ?? spec.submitLabel ?? 'runs the command, which asks first' };

/** The file that was made last: its picture, or its facts. */
function MadeFile({
  made: { path, facts, picture, at },
  area,
  now,
}: { readonly made: FilePreview } & Pick<FormProps, 'area' | 'now'>) {
  return (
    <Box flexDirection="column" width={area.columns}>
      <Box>
        <RoleText variant="head">{'MADE  '}</RoleText>
        <RoleText>{escapeControls(path)}</RoleText>
      </Box>
      {picture ? (
        <Lines lines={pictureLines(picture, { rows: Math.max(1, area.rows - 5), columns: area.columns })} />
      ) : (
        <RoleText variant="muted">Only a PNG of eight bits is drawn here.</RoleText>
      )}
      <Box marginTop={1} flexDirection="column">
        <RoleText variant="muted">{facts.join(' · ')}</RoleText>
        <RoleText variant="muted">{`${ageOf(now - at)} ago`}</RoleText>
      </Box>
    </Box>
  );
}

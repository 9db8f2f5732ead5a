// A form: needed fields first, expert ones folded, what is filled and what is missing marked; the keys reach every field.
import { describe, expect, test } from 'vitest';
import { formOf } from '../../../src/commands/app/command-entries.js';
import { groups as programGroups } from '../../../src/groups.js';
import { line } from '../../../src/text/line.js';
import { FormBody, formRows } from '../../../src/ui/screens/form.js';
import { typed } from '../../../src/ui/state/core/field.js';
import type { FormField, FormScreen } from '../../../src/ui/state/core/screens.js';
import type { Application } from '../../../src/ui/state/core/state.js';
import { foldOf, formLine, missingIn, onField, onwards, stepped, withText } from '../../../src/ui/state/forms/form.js';
import { onForm } from '../../../src/ui/state/keys/actions.js';

import { frame } from '../../support/frames.js';

const field = (label: string, more: Partial<FormField> & { readonly value?: string } = {}): FormField => ({
  flag: `--${label}`,
  label,
  is: `what ${label} is, in a sentence that is longer than the half of a narrow screen`,
  ...{ required: false, text: { before: more.value ?? '', after: '' }, ...more },
});
const form: FormScreen = {
  ...{ kind: 'form', group: 'Points' },
  spec: { name: 'Deposit', command: 'points deposit', kind: 'form' },
  ...{ line: 'points deposit', at: 0, typing: false },
  fields: [
    field('to', { required: true, value: 'dara' }),
    field('amount', { required: true }),
    field('memo'),
    field('ref', { group: 'expert', value: 'march' }),
    field('most', { group: 'expert' }),
  ],
};
const drawn = (of: FormScreen, columns = 80, rows = 20) =>
  frame(<FormBody form={of} area={{ rows, columns }} now={0} />, { columns, rows }).text();
const submit = form.fields!.length;

test('three groups: needed ones marked until they are filled, optional ones, and a line for the folded ones', () => {
  expect(
    drawn(form)
      .split('\n')
      .map((row) => row.replace(/ {2,}/g, ' ').trim())
      .slice(0, 10),
  ).toEqual([
    'NEEDED',
    '▸ ✓ to dara what to is, in a sentence that is longer than the hal…',
    '* amount – what amount is, in a sentence that is longer than the…',
    'OPTIONAL',
    'memo – what memo is, in a sentence that is longer than the h…',
    '… expert (2, 1 filled) enter shows them',
    '',
    'Go on… needs amount',
    '',
    '',
  ]);
  const unfolded = drawn({ ...form, isUnfolded: true });
  expect(unfolded).toMatch(/EXPERT\n +✓ ref +march .*\n +most +– /);
  expect(unfolded).not.toContain('enter shows them');
});

test('what the form spends stands below its fields, where there is room, at the same place while a step opens its list', () => {
  const below = ({ rows }: { readonly rows: number }) => [line('YOUR BALANCES'), line(`${rows} rows`)];
  const at = (rows: number, more: object = {}) =>
    frame(<FormBody form={form} area={{ rows, columns: 80 }} now={0} below={below} {...more} />, { columns: 80, rows })
      .text()
      .split('\n');
  const place = at(30).findIndex((row) => row.startsWith('YOUR BALANCES'));
  expect(place).toBeGreaterThan(at(30).findIndex((row) => row.includes('Go on…')));
  expect(at(12).join('\n')).not.toContain('YOUR BALANCES');
  const transfer = { ...form, line: 'points transfer', spec: { ...form.spec, command: 'points transfer' } };
  const items = [{ value: 'a', label: 'Dara', is: '' }];
  const [closed, open] = [undefined, { title: '', items, marked: 0, isStep: true }].map((chooser) =>
    at(40, { form: transfer, chooser }).findIndex((row) => row.startsWith('YOUR BALANCES')),
  );
  expect(closed).toBeGreaterThan(0);
  expect(open).toBe(closed);
});

test('what a field can be stands below the fields before its list is opened: all of them, else the marked one, else none', () => {
  const fields = [
    field('font', { required: true, words: ['Poppins', 'MaruBuri'] }),
    field('network', { words: Array.from({ length: 60 }, (_, at) => `CHAIN_${at}`) }),
  ];
  const choices = { ...form, fields };
  const at = (rows: number, marked = 0) => {
    const of = onField(choices, marked);
    return frame(<FormBody form={of} area={{ rows, columns: 80 }} now={0} />, { columns: 80, rows }).text();
  };
  expect(at(40)).toMatch(/Go on…[\s\S]*font +Poppins, MaruBuri\n +network +CHAIN_0, [\s\S]*CHAIN_59/);
  expect(at(14)).toMatch(/Go on…[\s\S]*font +Poppins, MaruBuri/);
  expect(at(14)).not.toContain('CHAIN_0');
  expect(at(14, 1)).not.toMatch(/Poppins, |CHAIN_1,/);
});

test('an explanation takes the free width', () => {
  expect(drawn(form, 160)).toContain('what memo is, in a sentence that is longer than the half of a narrow screen');
  const long = { ...form, fields: [field('to', { value: 'x'.repeat(60) }), field('memo')] };
  for (const row of drawn(long, 60).split('\n')) expect(row.length).toBeLessThanOrEqual(60);
});

test('folded fields keep their values on the command line', () => {
  expect(formLine(form)).toBe('points deposit --to dara --ref march');
});

describe('the keys', () => {
  const steps = (of: FormScreen, by: 1 | -1, count: number) => {
    const places: number[] = [];
    let now = of;
    for (let nth = 0; nth < count; nth++) {
      places.push(now.at);
      now = stepped(now, by, true);
    }
    return places;
  };
  test('each field, the folded line and submit in turn, in both directions', () => {
    expect(steps(form, 1, 6)).toEqual([0, 1, 2, 3, submit, 0]);
    expect(steps(form, -1, 6)).toEqual([0, submit, 3, 2, 1, 0]);
    expect(steps({ ...form, isUnfolded: true }, 1, 7)).toEqual([0, 1, 2, 3, 4, submit, 0]);
    expect(stepped(onField(form, submit), 1).at).toBe(submit);
  });
  test('enter on the folded line shows the fields, and types nothing', () => {
    const [{ stack }] = onForm({ stack: [onField(form, 3)] } as unknown as Application, onField(form, 3));
    expect(stack[0]).toMatchObject({ isUnfolded: true, at: 3, typing: false });
    expect(foldOf(stack[0] as FormScreen)).toBeUndefined();
  });
});

test('a form of expert fields alone folds none; a form of one group has no headings', () => {
  const experts = { ...form, fields: form.fields!.slice(3) };
  expect([foldOf(experts), formRows(experts).length]).toEqual([undefined, 2]);
  const optional = { ...form, fields: [field('memo'), field('note')] };
  expect(formRows(optional).every((row) => 'field' in row)).toBe(true);
});

test.each([
  ['points transfer', ['Client ref', 'At most', 'Despite', 'Raw amount']],
  ['wallet send', ['Nonce', 'Gas limit', 'Client ref', 'Despite']],
  ['ride request', ['Client ref', 'At most', 'Despite']],
])('%s: what is common to such commands is for experts, and last; what is needed is first', async (line, common) => {
  const fields = (await formOf(line, programGroups)).fields;
  const groupOf = ({ required, group }: FormField) => (required ? 'needed' : (group ?? 'optional'));
  const order = fields.map((one) => ['needed', 'optional', 'expert'].indexOf(groupOf(one)));
  expect(order).toEqual([...order].sort());
  const experts = fields.filter(({ group }) => group === 'expert').map(({ label }) => label);
  expect(experts).toEqual(expect.arrayContaining([...common]));
  expect(fields.find(({ label }) => label === 'To')).toSatisfy((one: FormField) => groupOf(one) === 'needed');
  expect(fields.every(({ text }) => typed(text) === '')).toBe(true);
});

test('fields of which one is enough are one need: it is said as one, and a filled one satisfies it', async () => {
  const { fields, examples } = await formOf('image create', programGroups);
  const image = { ...form, line: 'image create', fields, examples };
  expect(drawn(image, 120, 30)).toMatch(
    /needs Text or Text file, Font, Out[\s\S]*EXAMPLES\s+tuk image create --text Hello/,
  );
  const filled = withText(onField(image, 0), 'Hello');
  expect(missingIn(filled)).toEqual(['Font', 'Out']);
  expect(drawn(filled, 120)).toMatch(/✓ Text [\s\S]*\n {4}Text file[\s\S]*\n {2}\* Font/);
  const named = onField(withText(onField(filled, 2), 'Poppins'), 3);
  expect(onwards(withText(named, 'hello.png')).at).toBe(fields.length);
});

test('a field that stands in for two needs satisfies both', async () => {
  const { fields } = await formOf('points earn participate', programGroups);
  const participation: FormScreen = { ...form, line: 'points earn participate', fields };
  const at = (label: string) => fields.findIndex((field) => field.label === label);
  expect(missingIn(participation)).toEqual(expect.arrayContaining(['Key or Cancel', 'Value or Cancel']));
  expect(missingIn(withText(onField(participation, at('Cancel')), 'yes')).join()).not.toMatch(/Key|Value/);
  expect(missingIn(withText(onField(participation, at('Key')), 'k'))).toContain('Value or Cancel');
});

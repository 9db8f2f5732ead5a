// The actions of every board and of what it opens: they are about the row under the cursor, and about no other.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import type { Row } from '../../../../src/services/json-value.js';
import { things } from '../../../../src/things/index.js';
import { rowActions } from '../../../../src/ui/state/boards/on-board.js';
import type { Action, ScreenSpec } from '../../../../src/ui/state/core/screens.js';
import { appAfter, type Step, small } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';

const boards = groupScreens.flatMap((group) => group.screens.map((spec) => [group, spec] as const));
/** The names in the braces of lines. */
const placeholders = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => [...line.matchAll(/\{([\w.]+?)(?:\.\.\.)?\}/g)].map(([, path]) => path!));
const allPaths = [
  ...new Set(
    placeholders([
      ...boards.flatMap(([, { opens = '', actions = [], openedActions = [] }]) => [
        opens,
        ...[...actions, ...openedActions].map(([, line]) => line),
      ]),
      ...things.flatMap(({ actions = [] }) => actions.map(([, line]) => line)),
    ]),
  ),
];
/** A row that has a value at every path that an action names; each value says whose it is. */
function rowOf(whose: string): Row {
  const row: Record<string, unknown> = {};
  for (const path of allPaths) {
    const names = path.split('.');
    let at = row;
    for (const name of names.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    at[names.at(-1)!] = `${whose}-${names.at(-1)}`;
  }
  return row;
}

/** The application on a board of which the first row was opened, before and after the response to what it opens. */
function openedFrom(group: string, spec: ScreenSpec, response?: unknown) {
  const digit = groupScreens.find(({ name }) => name === group)!.digit;
  const at = groupScreens.find(({ name }) => name === group)!.screens.indexOf(spec) + (group === 'Home' ? 1 : 0);
  const line = spec.kind === 'find' ? `${spec.command} x` : spec.command;
  const typing: Step[] = spec.kind === 'find' ? ['/', 'x', 'enter'] : [];
  const toList: Step[] = [digit, ...Array.from({ length: at }, () => 'tab-of-test' as Step), ...typing];
  const steps = toList.map((step) => (step === 'tab-of-test' ? 'l' : step));
  const list = appAfter([...steps, responded(line, { value: [rowOf('list')] })]);
  const opened = appAfter([...steps, responded(line, { value: [rowOf('list')] }), 'enter']);
  if (response === undefined || opened.top.kind !== 'board') return { list, opened };
  const shown = appAfter([
    ...steps,
    responded(line, { value: [rowOf('list')] }),
    'enter',
    responded(opened.top.line, { value: response }),
  ]);
  return { list, opened: shown };
}
const linesIn = ({ state, top }: ReturnType<typeof appAfter>): readonly string[] =>
  top.kind === 'board' ? rowActions(state, top).map(({ value }) => value) : [];

const opening = boards.filter(([, { opens, kind }]) => opens !== undefined && kind !== 'form');

describe.each(opening.map(([group, spec]) => [group.name, spec.name, spec] as const))('%s, %s', (group, _, spec) => {
  test('its actions have values of its row', () => {
    const { list } = openedFrom(group, spec);
    expect(list.top).toMatchObject({ kind: 'board', spec: { name: spec.name } });
    for (const line of linesIn(list)) expect(line).not.toMatch(/\{|opened-/);
  });

  test.each([
    ['a record', rowOf('opened')],
    ['a list', [rowOf('opened')]],
    ['an empty list', []],
  ])('of what it opens, %s, no action has a value of the row below', (_, response) => {
    const { opened } = openedFrom(group, spec, response);
    for (const line of linesIn(opened)) expect(line).not.toMatch(/\blist-/);
  });

  test('until what it opens is read, nothing is done to it', () => {
    const { opened } = openedFrom(group, spec);
    expect(linesIn(opened)).toEqual([]);
  });
});

test('the key D on the transactions of a wallet removes nothing, and x has no action of the wallet', () => {
  const wallets = groupScreens.flatMap(({ screens }) => screens).find(({ command }) => command === 'wallet list')!;
  const { list, opened } = openedFrom('Wallet', wallets, [{ id: 'tx-1', status: 'PENDING', network: 'BSC' }]);
  expect(linesIn(list)).toContain('wallet remove list-id');
  for (const key of ['D', 'x']) {
    const [next, ...effects] = opened.board.update(opened.state, { what: 'key', key, size: small }, 0);
    expect(JSON.stringify([next.running, next.chooser, effects])).not.toMatch(/remove/i);
    expect(next.notice?.text).toMatch(/no effect|Nothing here|no actions/i);
  }
});

/** The actions of the kind that a command line shows: of an operation of the ledger, or of a thing. */
function actionsOfKind(line: string): readonly Action[] | undefined {
  if (line.startsWith('ops show ')) return boards.find(([, { command }]) => command === 'ops list')?.[1].openedActions;
  const words = line.replace(/ \{.*/, '');
  return things.find(({ shownBy, actions }) => actions && shownBy?.replace(/ \{.*/, '') === words)?.actions;
}

test('what a board opens has the actions of its own kind: those of a thing, or those of its list if both are one kind', () => {
  for (const [, { name, opens = '', actions = [], openedActions }] of boards) {
    if (openedActions === undefined) continue;
    const ofKind = actionsOfKind(opens);
    if (ofKind) expect(openedActions, name).toEqual(ofKind);
    else for (const action of openedActions) expect(actions, name).toContainEqual(action);
  }
});

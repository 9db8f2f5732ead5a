// `tuk help keys`: the keys of the application, from the key tables of its screens. Loads no terminal and no React.
import { pageKinds } from '../ui/page-kinds/page-kinds.js';
import { keysOf } from '../ui/state/app-keys.js';
import type { Keymap, Section } from '../ui/state/keymap.js';
import { board, type JsonScreen, type PageKindName, type WatchSpec } from '../ui/state/screens.js';
import { watchScreen } from '../ui/state/watch-screen.js';

const kindsWithKeys = (Object.keys(pageKinds) as PageKindName[]).filter((kind) => pageKinds[kind].keys);

/** Renders `tuk help keys`: the shared keys, then the keys of each kind of screen. */
export function keyPage(): string {
  const spec = { name: '', command: '' };
  const json: JsonScreen = { kind: 'json', group: '', over: [], line: '', layout: [], top: 0, query: 'x' };
  const item: WatchSpec = { ...spec, actions: [['Cancel…', 'ride cancel {id}']] };
  const state = {
    kind: 'began',
    at: 0,
    changed: [],
    items: [{ id: '', class: 'pending', row: {}, seen: [] }],
  } as const;
  const watch = watchScreen('', [{ spec: item, id: 'x', line: '', history: [], responses: 0, over: false, state }]);
  const list = keysOf(board('', spec), { listed: true, isOver: false });
  const heads: readonly Section[] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
  const parts = [
    ...heads.map((head) => part(head === 'This screen' ? 'A list' : head, list, head)),
    part('A page', keysOf(board('', spec), { listed: false, isOver: true }), 'This screen'),
    part('The raw JSON', keysOf(json, { listed: false, isOver: true }), 'This screen'),
    ...kindsWithKeys.map((kind) =>
      part(`A ${kind}`, keysOf(board('', { ...spec, kind }), { listed: true, isOver: false }), 'Move'),
    ),
    part('A watched item', keysOf(watch, { listed: false, isOver: true }), 'This screen'),
    part(
      'Watched items side by side',
      keysOf({ ...watch, whole: false }, { listed: false, isOver: true }),
      'This screen',
    ),
  ];
  return `Keys of the application; tuk, alone or with a group, opens it on a terminal, and ? shows the keys of a screen\n\n${parts.join('\n')}
An action whose name ends in … asks for confirmation first.\n`;
}

function part(title: string, keymap: Keymap, head: Section): string {
  const entries = keymap.filter(({ under = 'This screen' }) => under === head);
  return `${title.toUpperCase()}\n${entries.map(({ keys, shown, does }) => `  ${(shown ?? keys.join(' ')).padEnd(26)} ${does}`).join('\n')}\n`;
}

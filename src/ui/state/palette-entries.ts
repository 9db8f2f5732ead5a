// What the command palette finds besides commands: screens, things that were opened, rows, saved views, profiles.

import { quoted } from '../../services/command-line.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { holdsExactly } from '../../text/row-match.js';
import { emptyField, typed } from './field.js';
import { switches, usedFirst } from './kept.js';
import { type CommandLine, found } from './palette.js';
import type { Application } from './state.js';

/** All that the palette finds: screens that no plain command opens, things that were opened, commands, saved views, profiles and switches. */
function paletteEntries({
  groups,
  commands = [],
  recent = [],
}: Pick<Application, 'groups' | 'commands' | 'recent'>): readonly CommandLine[] {
  const names = new Set(commands.map(({ name }) => name));
  const screens = groups.flatMap(({ name: group, screens: own }) =>
    own
      .filter(({ command }, at) => !names.has(command) || own.findIndex((one) => one.command === command) < at)
      .map(
        (one): CommandLine => ({
          name: `${group} ${one.name}`.toLowerCase(),
          is: `screen: tuk ${one.command}`,
          entry: 'screen',
          line: one.command,
          screen: one,
          group,
        }),
      ),
  );
  return [...commands, ...screens, ...recent, ...switches];
}

/** The rows of known responses in which a field is exactly the typed text: an id, an address, a number that was pasted. */
function rowsHolding({ groups, responses }: Pick<Application, 'groups' | 'responses'>, typedText: string): readonly CommandLine[] {
  const text = typedText.trim();
  return groups.flatMap(({ name: group, screens }) =>
    screens
      .filter(({ command }) => (responses[command]?.rows ?? []).some((row) => holdsExactly(row, text)))
      .map(
        (one): CommandLine => ({ name: `${group} ${one.name}`.toLowerCase(), is: `holds ${text}`, entry: 'row', line: one.command, group }),
      ),
  );
}

/** The search for a text that looks like an id, an address, a number or an e-mail address; never for one that may be a key. */
function searchEntries(typedText: string): readonly CommandLine[] {
  const text = typedText.trim();
  if (!/^\S{3,}$/.test(text) || !/[\d@]/.test(text)) return [];
  const line = /^0x[0-9a-f]{64}$/i.test(text) ? `find --hash ${text}` : `find ${quoted(text)}`;
  return lineWithoutKeys(line) === line ? [{ name: `find ${text}`, is: 'what is known of it', entry: 'recent', line }] : [];
}

/** What the palette shows for the typed text, the best first. */
export function paletteFound(state: Application): readonly CommandLine[] {
  const text = typed(state.palette?.field ?? emptyField);
  const entries = paletteEntries(state);
  const inOrder = text.trim() === '' ? usedFirst(entries, state.preferences) : entries;
  return [...rowsHolding(state, text), ...found(text, inOrder), ...searchEntries(text)];
}

// The entries of the palette besides commands: screens, opened things, rows, saved views, profiles.

import { quoted } from '../../services/command-line.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { holdsExactly } from '../../text/row-match.js';
import { emptyField, typed } from './field.js';
import { switches, usedFirst } from './kept.js';
import { nameOfRow } from './navigation.js';
import { beginsWords, type CommandLine, found } from './palette.js';
import type { Application } from './state.js';

/** All entries: commands, saved views, profiles, opened things, switches, and screens without a command. */
function paletteEntries({
  groups,
  commands = [],
  recent = [],
  ownThemes,
}: Pick<Application, 'groups' | 'commands' | 'recent' | 'ownThemes'>): readonly CommandLine[] {
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
  return [...commands, ...screens, ...recent, ...switches(ownThemes)];
}

/** The lists with a row in which a field is exactly the typed text, such as a pasted id or address. */
function rowsHolding(
  { groups, responses }: Pick<Application, 'groups' | 'responses'>,
  typedText: string,
): readonly CommandLine[] {
  const text = typedText.trim();
  return groups.flatMap(({ name: group, screens }) =>
    screens
      .filter(({ command }) => (responses[command]?.rows ?? []).some((row) => holdsExactly(row, text)))
      .map(
        (one): CommandLine => ({
          name: `${group} ${one.name}`.toLowerCase(),
          is: `holds ${text}`,
          entry: 'row',
          line: one.command,
          group,
        }),
      ),
  );
}

/** How many rows of a list are searched by their names, and how many things are listed. */
const [mostSearched, mostListed] = [10_000, 30] as const;
/** The things of the loaded lists whose names have words that begin like those of the text. */
function thingsNamed(
  { groups, responses }: Pick<Application, 'groups' | 'responses'>,
  typedText: string,
): readonly CommandLine[] {
  const wanted = typedText.trim().slice(0, longestName).toLowerCase();
  if (wanted.length < leastName) return [];
  const lists = new Map(
    groups.flatMap(({ name, screens }) => screens.map((spec) => [spec.command, { group: name, list: spec.name }])),
  );
  const things = [...lists].flatMap(([line, { group, list }]) => {
    const { rows = [], id } = responses[line] ?? {};
    return rows.slice(0, mostSearched).flatMap((row): CommandLine[] => {
      const name = nameOfRow(row, id ?? 'id');
      return beginsWords(wanted, name.toLowerCase())
        ? [{ name, is: `${group} › ${list}`, entry: 'row', line, group, filter: `"${name.replaceAll('"', '')}"` }]
        : [];
    });
  });
  return things.slice(0, mostListed);
}
const [leastName, longestName] = [2, 100] as const;

/** The search for an id, an address, a number or an e-mail address; never for a text that may be a key. */
function searchEntries(typedText: string): readonly CommandLine[] {
  const text = typedText.trim();
  if (!/^\S{3,}$/.test(text) || !/[\d@]/.test(text)) return [];
  const line = /^0x[0-9a-f]{64}$/i.test(text) ? `find --hash ${text}` : `find ${quoted(text)}`;
  return lineWithoutKeys(line) === line
    ? [{ name: `find ${text}`, is: 'what is known of it', entry: 'recent', line }]
    : [];
}

/** The entries for the typed text, the best first. */
export function paletteFound(state: Application): readonly CommandLine[] {
  const text = typed(state.palette?.field ?? emptyField);
  const entries = paletteEntries(state);
  const inOrder = text.trim() === '' ? usedFirst(entries, state.preferences) : entries;
  return [...rowsHolding(state, text), ...found(text, inOrder), ...thingsNamed(state, text), ...searchEntries(text)];
}

// The entries of the palette besides commands: screens, opened things, rows, aliases, profiles.

import { foldedText } from '../../../services/fold-text.js';
import { forms, whole } from '../../../services/forms.js';
import { asText, type Row, valueAt } from '../../../services/json-value.js';
import { holdsExactly } from '../../../text/row-match.js';
import { findLine, nameOfRow } from '../boards/navigation.js';
import { emptyField, typed } from '../core/field.js';
import { switches, usedFirst } from '../core/kept.js';
import { beginsWords, type CommandLine, found } from '../core/palette.js';
import { responseOf } from '../core/responses.js';
import type { GroupSpec } from '../core/screens.js';
import type { Application } from '../core/state.js';

/** All entries: commands, aliases, profiles, opened things, switches, and screens without a command. */
function paletteEntries({
  groups,
  commands = [],
  recent = [],
  ownThemes,
}: Pick<Application, 'groups' | 'commands' | 'recent' | 'ownThemes'>): readonly CommandLine[] {
  const names = new Set(commands.map(({ name }) => name));
  const places = new Map(
    groups
      .flatMap(({ name, screens: entries }) => entries.map((spec) => [spec.command, `${name} › ${spec.name}`] as const))
      .reverse(),
  );
  const placed = commands.map((command) => {
    const place = places.get(command.name);
    return place === undefined ? command : { ...command, is: `${command.is}: ${place}` };
  });
  const screens = groups.flatMap(({ name: group, screens: entries }) =>
    entries
      .filter(({ command }, at) => !names.has(command) || entries.findIndex((spec) => spec.command === command) < at)
      .map(
        (spec): CommandLine => ({
          name: `${group} ${spec.name}`.toLowerCase(),
          is: `screen: tuk ${spec.command}`,
          entry: 'screen',
          line: spec.command,
          screen: spec,
          group,
        }),
      ),
  );
  return [...placed, ...screens, ...groups.map(groupEntry), ...recent, ...switches(ownThemes)];
}

const groupEntry = ({ name, digit, screens }: GroupSpec): CommandLine => ({
  name: name.toLowerCase(),
  is: `group, key ${digit}: ${screens.map((screen) => screen.name).join(', ')}`,
  entry: 'group',
  group: name,
});

/** The lists with a row in which a field is exactly the typed text, such as a pasted id or address. */
function rowsHolding(
  { groups, responses }: Pick<Application, 'groups' | 'responses'>,
  typedText: string,
): readonly CommandLine[] {
  const text = typedText.trim();
  return groups.flatMap(({ name: group, screens }) =>
    screens.flatMap((spec): CommandLine[] => {
      const row = (responses[spec.command]?.rows ?? []).find((each) => holdsExactly(each, text));
      const name = `${group} ${spec.name}`.toLowerCase();
      return row ? [{ name, is: `holds ${text}`, entry: 'row', line: spec.command, group, row }] : [];
    }),
  );
}

/** How many rows of a list are searched by their names, and how many things are listed. */
const [mostSearched, mostListed] = [10_000, 30] as const;
/** The things of the loaded lists whose names have words that begin like those of the text. */
function thingsNamed(
  { groups, responses, reveal }: Pick<Application, 'groups' | 'responses' | 'reveal'>,
  typedText: string,
): readonly CommandLine[] {
  const query = foldedText(typedText.trim().slice(0, longestName));
  if (query.length < leastName) return [];
  const lists = new Map(
    groups.flatMap(({ name, screens }) => screens.map((spec) => [spec.command, { group: name, list: spec.name }])),
  );
  const things = [...lists].flatMap(([line, { group, list }]) => {
    const { rows = [], id } = responses[line] ?? {};
    return rows.slice(0, mostSearched).flatMap((row): CommandLine[] => {
      const found = nameOfRow({ reveal: true }, row, id ?? 'id'); // a masked name is found by the whole one
      if (!beginsWords(query, foldedText(found))) return [];
      const filter = `"${found.replaceAll('"', '')}"`;
      const name = nameOfRow({ reveal }, row, id ?? 'id');
      return [{ name, is: `${group} › ${list}`, entry: 'row', line, group, filter, row }];
    });
  });
  return things.slice(0, mostListed);
}
const [leastName, longestName] = [2, 100] as const;

/** A whole id, hash or address: its case is newer than a list that holds it. */
const isWholeId = whole(`${forms.hash}|${forms.evmAddress}|${forms.uuid}`);
/** The search for an id, an address, a number, an e-mail address or a name; never for a text that may be a key. */
function searchEntries(typedText: string, isName = false, row?: Row): readonly CommandLine[] {
  const text = typedText.trim();
  if (!isName && (!/^\S{3,}$/.test(text) || !/[\d@]/.test(text))) return [];
  const line = findLine(text);
  return line === undefined ? [] : [{ name: `find ${text}`, is: 'what is known of it', entry: 'recent', line, row }];
}
/** What a line of `find` looks for; undefined for any other text, and for one with options. */
const soughtIn = (text: string): string | undefined => /^\s*(?:tuk +)?find +(?!-)(\S+)\s*$/.exec(text)?.[1];

/** The entries for the typed text, the best first. */
export function paletteFound(state: Application): readonly CommandLine[] {
  const text = typed(state.palette?.field ?? emptyField);
  const sought = soughtIn(text);
  if (sought !== undefined) {
    const holding = rowsHolding(state, sought);
    const isOf = ({ row, line = '' }: CommandLine) =>
      row && asText(valueAt(row, responseOf(state, line).id)) === sought;
    return searchEntries(sought, true, (holding.find(isOf) ?? holding[0])?.row);
  }
  const entries = paletteEntries(state);
  const inOrder = text.trim() === '' ? usedFirst(entries, state.preferences) : entries;
  const commands = found(text, inOrder);
  const query = foldedText(text.trim().slice(0, longestName));
  const isNamed = ({ name }: CommandLine) => query === '' || beginsWords(query, foldedText(name));
  const ofDigit = state.groups.filter(({ digit }) => digit === text.trim()).map(groupEntry);
  const searches = searchEntries(text);
  const lines = new Set(searches.map(({ line }) => line)); // an earlier search for the same text
  const isWhole = isWholeId(text.trim());
  const all = [
    ...ofDigit,
    ...(isWhole ? searches : []),
    ...rowsHolding(state, text),
    ...commands.filter((entry) => isNamed(entry) && !lines.has(entry.line)),
    ...thingsNamed(state, text), // before what only a description or scattered letters match
    ...commands.filter((entry) => !isNamed(entry) && !lines.has(entry.line)),
    ...(isWhole ? [] : searches),
  ];
  // scattered letters may be those of a name that no list has
  const isSaid = all.some(({ name, is }) => {
    const words = foldedText(`${name} ${is}`);
    return words.includes(query) || beginsWords(query, words);
  });
  return !isSaid && state.commands && /^[\p{L}\p{M}'’. -]{3,40}$/u.test(text)
    ? [...all, ...searchEntries(text, true)]
    : all;
}

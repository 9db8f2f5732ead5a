// Screen reader form: runs a whole command line. A read is printed here, any other command runs with its own prompts.

import { lineWithoutKeys } from '../../services/key-forms.js';
import { chooseByNumber } from '../format/plain-dialogue.js';
import { escapeControls } from '../format/visible.js';
import { firstOf } from '../state/navigation.js';
import { commanded } from '../state/overlays.js';
import type { CommandLine } from '../state/palette.js';
import { paletteFound } from '../state/palette-entries.js';
import { requestsSpec } from '../state/requests-screen.js';
import { topOf } from '../state/state.js';
import { performed } from './act.js';
import { sentence } from './answers.js';
import { sayChoices, show } from './screen.js';
import type { Talk } from './session.js';

/** Does what a command line stands for, with `tuk` before it or without. @returns false where it names no command and no group */
export async function typedCommand(talk: Talk, typed: string): Promise<boolean> {
  const line = typed.trim().replace(/^(?:: *)?(?:tuk +)?/, '');
  const group = talk.state.groups.find(({ name, screens }) => screens.length > 0 && name.toLowerCase() === line.toLowerCase());
  if (group) {
    [talk.at, talk.group] = ['group', group.name];
    await show(talk);
    return true;
  }
  const commands = await commandsOf(talk);
  if (talk.stopped) return true;
  if (line === 'ctx') {
    await findTyped(talk, line);
    return true;
  }
  const one = commandIn(line, commands) ?? entryIn(talk, line);
  if (one) await open(talk, line, one);
  else {
    const holding = foundBy(talk, line).filter(({ entry }) => entry === 'row');
    if (holding.length === 0) return false;
    await (holding.length === 1 ? open(talk, line, holding[0]!) : chosenOf(talk, line, holding));
  }
  return true;
}

/** Opens or runs what a typed line stands for. */
async function open(talk: Talk, line: string, one: CommandLine): Promise<void> {
  const from = talk.at === 'screen' ? talk.state : { ...talk.state, stack: [firstOf(talk.state, 'Home')] };
  const next = commanded(from, line, one, talk.now);
  if (next[0].stack !== from.stack && next.every((part) => !('do' in part && part.do === 'watch'))) {
    talk.at = 'screen';
    talk.state = from;
    talk.group = topOf(next[0]).group;
  }
  await performed(talk, next);
}

/** The number of entries that are offered for a typed text. */
const mostFound = 12;
/** Offers by number what the palette finds for a text: commands, screens, saved views, profiles, things that were opened, boards that hold an id. */
export async function findTyped(talk: Talk, text: string): Promise<void> {
  await commandsOf(talk);
  if (talk.stopped) return;
  if (text === '') return talk.say(['What is to be found? A text behind the colon, such as :rides.']);
  return chosenOf(talk, text, foundBy(talk, text));
}
async function chosenOf(talk: Talk, text: string, found: readonly CommandLine[]): Promise<void> {
  if (found.length === 0) return talk.say([`Nothing is found by ${escapeControls(lineWithoutKeys(text))}.`]);
  const some = found.slice(0, mostFound);
  const rows = some.map(({ name, values = '', is }, at) => ({ key: String(at), label: `${name} ${values}`.trim(), is }));
  const title = `${found.length} found${found.length > some.length ? `, the best ${some.length}` : ''}:`;
  const answer = await talk.asked((stage) => chooseByNumber(title, [...rows, { key: '', label: 'none of these' }], stage));
  const one = answer === undefined || answer === '' ? undefined : some[Number(answer)];
  if (!one) return talk.stopped ? undefined : sayChoices(talk);
  return open(talk, one.entry === 'row' ? text : one.name, one);
}
/** What the palette finds for a text. */
const foundBy = (talk: Talk, text: string): readonly CommandLine[] =>
  paletteFound({ ...talk.state, palette: { field: { before: text, after: '' }, marked: 0 } });
/** A screen, a saved view, a profile or a thing that was opened, by its whole name. */
const entryIn = (talk: Talk, line: string): CommandLine | undefined =>
  foundBy(talk, line).find(({ entry, name }) => entry !== undefined && entry !== 'row' && name.toLowerCase() === line.toLowerCase());
/** The requests of the application, which no command lists. */
const requests: CommandLine = { name: requestsSpec.command, is: '' };

/** The command that a line begins with, the one of most words. */
const commandIn = (line: string, commands: readonly CommandLine[]): CommandLine | undefined =>
  [...commands, requests]
    .filter(({ name, entry }) => entry === undefined && (line === name || line.startsWith(`${name} `)))
    .sort((one, other) => other.name.length - one.name.length)[0];

async function commandsOf(talk: Talk): Promise<readonly CommandLine[]> {
  if (talk.state.commands) return talk.state.commands;
  try {
    const commands = await talk.dependencies.commands();
    talk.tell({ what: 'commands', commands });
    return commands;
  } catch (error) {
    talk.say([escapeControls(sentence(error))]);
    return [];
  }
}

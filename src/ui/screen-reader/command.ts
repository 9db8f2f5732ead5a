// Screen reader form: a whole command line. A read is printed here; any other command runs with its own prompts.
import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { escapeControls } from '../../text/visible.js';
import { chooseByNumber } from '../plain-dialogue.js';
import { firstOf, requestsSpec } from '../state/boards/navigation.js';
import type { CommandLine } from '../state/core/palette.js';
import { sentence } from '../state/core/responses.js';
import { commanded } from '../state/palette/overlays.js';
import { paletteFound } from '../state/palette/palette-entries.js';
import { performed } from './act.js';
import { printChoices, show } from './screen.js';
import type { Conversation } from './session.js';

/** Opens or runs a command line, with `tuk` or without. @returns false if it names no command and no group */
export async function typedCommand(conversation: Conversation, typed: string): Promise<boolean> {
  const line = typed.trim().replace(/^(?:: *)?(?:tuk +)?/, '');
  const group = conversation.state.groups.find(
    ({ name, screens }) => screens.length > 0 && name.toLowerCase() === line.toLowerCase(),
  );
  if (group) {
    [conversation.at, conversation.group] = ['group', group.name];
    await show(conversation);
    return true;
  }
  const commands = await commandsOf(conversation);
  if (conversation.stopped) return true;
  if (line === 'ctx') {
    await findTyped(conversation, line);
    return true;
  }
  const commandLine = commandIn(line, commands) ?? entryIn(conversation, line);
  if (commandLine) await open(conversation, line, commandLine);
  else {
    const holding = foundBy(conversation, line).filter(({ entry }) => entry === 'row');
    if (holding.length === 0) return false;
    await (holding.length === 1 ? open(conversation, line, holding[0]!) : chosenOf(conversation, line, holding));
  }
  return true;
}

async function open(conversation: Conversation, line: string, entry: CommandLine): Promise<void> {
  const from =
    conversation.at === 'screen'
      ? conversation.state
      : { ...conversation.state, stack: [firstOf(conversation.state, 'Home')] };
  const next = commanded(from, line, entry);
  if (next[0].stack !== from.stack) conversation.state = from;
  await performed(conversation, next);
}

const mostFound = 12;
/** Offers by number the entries of the palette for a text. */
export async function findTyped(conversation: Conversation, text: string): Promise<void> {
  const commands = await commandsOf(conversation);
  if (conversation.stopped) return;
  // a command with its values is what is meant: there is nothing to choose
  const line = text.trim().replace(/^tuk +/, '');
  const command = commandIn(line, commands);
  if (command && line !== command.name) return open(conversation, line, command);
  if (text === '') return conversation.print(['Type the text to find behind the colon, such as :rides.']);
  return chosenOf(conversation, text, foundBy(conversation, text));
}
async function chosenOf(conversation: Conversation, text: string, candidates: readonly CommandLine[]): Promise<void> {
  if (candidates.length === 0)
    return conversation.print([`Nothing is found by ${escapeControls(lineWithoutKeys(text))}.`]);
  const some = candidates.slice(0, mostFound);
  const rows = some.map(({ name, values = '', is }, at) => ({
    key: String(at),
    label: `${name} ${values}`.trim(),
    is,
  }));
  const title = `${candidates.length} found${candidates.length > some.length ? `, the best ${some.length}` : ''}:`;
  const response = await conversation.asked((stage) =>
    chooseByNumber(title, [...rows, { key: '', label: 'none of these' }], stage),
  );
  const chosenLine = response === undefined || response === '' ? undefined : some[Number(response)];
  if (!chosenLine) return conversation.stopped ? undefined : printChoices(conversation);
  return open(conversation, chosenLine.entry === 'row' ? text : chosenLine.name, chosenLine);
}
/** The entries of the palette for a text. */
const foundBy = (conversation: Conversation, text: string): readonly CommandLine[] =>
  paletteFound({ ...conversation.state, palette: { field: { before: text, after: '' }, marked: 0 } });
/** A screen, an alias, a profile or a thing that was opened, by its whole name. */
const entryIn = (conversation: Conversation, line: string): CommandLine | undefined =>
  foundBy(conversation, line).find(
    ({ entry, name }) => entry !== undefined && entry !== 'row' && name.toLowerCase() === line.toLowerCase(),
  );
/** The request log, which no command lists. */
const requests: CommandLine = { name: requestsSpec.command, is: '' };

/** The longest command that a line begins with. */
const commandIn = (line: string, commands: readonly CommandLine[]): CommandLine | undefined =>
  [...commands, requests]
    .filter(({ name, entry }) => entry === undefined && (line === name || line.startsWith(`${name} `)))
    .sort((one, other) => other.name.length - one.name.length)[0];

async function commandsOf(conversation: Conversation): Promise<readonly CommandLine[]> {
  if (conversation.state.commands) return conversation.state.commands;
  try {
    const commands = await conversation.dependencies.commands();
    conversation.dispatch({ what: 'commands', commands });
    return commands;
  } catch (error) {
    conversation.print([escapeControls(sentence(error))]);
    return [];
  }
}

// Screen reader form: prints the groups, a group, or a screen after its requests; all of it, more of it, or its name.

import { choicesText } from '../state/keys/app-choices.js';
import { linesOf } from '../state/queries/observed.js';
import { groupNamesLines, screenNames } from './group-lines.js';
import { screenLines } from './screen-lines.js';
import type { Conversation } from './session.js';
import { isAwaited, pinnedTexts } from './watch.js';

const stays = 30_000;

/** Prints the screen after its requests. @param oldest milliseconds, after which a response is requested again */
export async function show(conversation: Conversation, oldest = stays): Promise<void> {
  const { top } = conversation;
  conversation.rest = undefined;
  const { owner } = conversation.state;
  if (conversation.at === 'screen' && (top.kind === 'board' || top.kind === 'watch'))
    await askResponses(conversation, oldest);
  if (conversation.state.owner !== owner && !conversation.stopped) return show(conversation); // another owner's by now
  if (!conversation.stopped) printScreen(conversation);
}

/** Prints the screen from the data at hand. */
export function printScreen(conversation: Conversation): void {
  conversation.print(['']);
  if (conversation.at === 'groups')
    conversation.print([
      ...groupNamesLines(conversation.state.groups),
      ...pinnedTexts(conversation.state, conversation.now),
    ]);
  else if (conversation.at === 'group') conversation.print(screenNames(conversation.groupSpec));
  else {
    const { head, rest } = screenLines(conversation.state, conversation.serviceNow);
    conversation.print(conversation.state.reveal ? [...head, 'Personal data are shown whole; v veils them.'] : head);
    conversation.rest = rest && { ...rest, from: 0 };
    printMore(conversation, rest?.first ?? 0, [
      ...head,
      choicesText(conversation.seen, { ...conversation.has, more: true }, 'first'),
    ]);
  }
  const { seen, top } = conversation;
  if (seen !== 'watch' || top.kind !== 'watch' || !isAwaited(top)) printChoices(conversation);
}

/** Prints the choices. */
export const printChoices = (conversation: Conversation): void =>
  conversation.print(['', choicesText(conversation.seen, conversation.has, 'first')]);

/** Prints more of the rows or lines, as many as fit beside the `used` lines. */
export const printMore = (conversation: Conversation, most: number, used: readonly string[] = []): void =>
  conversation.print(conversation.more(most, used));

/** Prints only the name of the screen, which has been printed before. */
export const printReturn = (conversation: Conversation): void =>
  conversation.print([
    '',
    `Back at ${conversation.here} An empty line says all of it again.`,
    choicesText(conversation.seen, conversation.has, 'first'),
  ]);

/** Requests the data of the screen, unless they are younger than `oldest` milliseconds. */
export async function askResponses(conversation: Conversation, oldest: number): Promise<void> {
  const top = conversation.onBoard;
  const queries = linesOf(conversation.state).map((line) => ({
    line,
    spec: line === top?.line ? top.spec.command : line,
  }));
  await conversation.responses(queries, oldest);
  conversation.dispatch({ what: 'again' }); // to update its rows
}

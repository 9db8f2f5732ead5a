// Screen reader form of Home: signing in, and a line for each pane.

import { classInWords } from '../../services/catalogue/statuses.js';
import { lineText } from '../../text/line.js';
import { signOf } from '../../text/signs.js';
import { sentences } from '../../text/spoken-record.js';
import { escapeControls } from '../../text/visible.js';
import { responseOf, sentence } from '../state/core/responses.js';
import type { Pane } from '../state/core/state.js';
import { ownedBy } from '../state/owner.js';
import { linesOfPane } from '../state/queries/observed.js';
import { shownBy } from '../view-models/home.js';
import { resumed, run } from './act.js';
import { ownerText } from './group-lines.js';
import { printChoices, show } from './screen.js';
import type { Conversation } from './session.js';

// Screen reader form of Home: a line for each pane.

/** A pane of Home as a line. */
export function paneText(state: Parameters<typeof shownBy>[0], pane: Pane, now: number): string {
  const response = responseOf(state, pane.command);
  if (response.at === undefined) return `${pane.title}: ${escapeControls(response.trouble?.text ?? 'no answer')}`;
  const body = sentences(paneBody(state, pane, now));
  const { trouble, leftOut = [] } = response;
  const left = leftOut.map((name) => ` Not read: ${escapeControls(name)}`).join('');
  return `${pane.title}: ${body}${left}${trouble ? ` This is old: ${escapeControls(trouble.text)}` : ''}`;
}
/** The lines of a pane on the screens, without what is drawn. */
function paneBody(state: Parameters<typeof shownBy>[0], pane: Pane, now: number): string[] {
  const lines = shownBy(state, pane, ofPane.wide, ofPane.most, now).map((line) => lineText(line).trim());
  return lines
    .filter((text) => !/^(?:[▁-█]*|enter .*)$/.test(text))
    .map((text) => inWords(text.replace(/[■·]{2,}|\s+/g, ' ').replace(/ +/g, ' ')));
}
const ofPane = { wide: 60, most: 3 } as const;
/** A line of a pane, with the class of a status in words in place of its sign. */
const inWords = (text: string): string =>
  Object.entries(signOf).reduce(
    (said, [of, sign]) => said.replaceAll(`${sign} `, `${classInWords[of as keyof typeof signOf]}: `),
    text.replaceAll('◌ ', ''), // its age says when it was seen
  );

/** Signs in: to the sandbox at once, elsewhere by the command. */
export async function signIn(conversation: Conversation): Promise<void> {
  if (conversation.state.head.mark !== 'sandbox') {
    return run(conversation, 'login'); // the command prints the user
  } else {
    try {
      const owner = await conversation.dependencies.enterSandbox();
      const there = ownedBy(conversation.state, owner).stack;
      conversation.dispatch({ what: 'signed in', ...owner });
      conversation.forget();
      conversation.state = { ...conversation.state, stack: there }; // the screen stays
    } catch (error) {
      return conversation.print([escapeControls(sentence(error))]);
    }
  }
  if (conversation.stopped || !conversation.state.signedIn) return;
  await conversation.who();
  conversation.print([ownerText(conversation.state.head, true, conversation.now)]);
  if (conversation.waiting !== undefined) return resumed(conversation);
  if (conversation.at === 'screen') return show(conversation);
  printChoices(conversation);
}

/** Prints the panes of Home, without the choices. */
export async function printPanes(conversation: Conversation): Promise<void> {
  const { panes, owner } = conversation.state;
  if (!conversation.state.signedIn) return conversation.print(['Nobody is signed in. l signs in.']);
  await conversation.responses(
    [...new Set(panes.flatMap(linesOfPane))].map((line) => ({ line, spec: line })),
    0,
  );
  if (conversation.stopped) return;
  if (conversation.state.owner !== owner) return printPanes(conversation);
  const lines = panes.map((pane) => paneText(conversation.state, pane, conversation.serviceNow));
  conversation.print(['', 'Home. The present state:', ...lines.map((line) => `  ${line}`)]);
}

// Screen reader form of Home: signing in, and a line for each pane.

import { escapeControls } from '../../text/visible.js';
import { ownedBy } from '../state/owner.js';
import { sentence } from '../state/responses.js';
import { run } from './act.js';
import { ownerText } from './group-lines.js';
import { paneText } from './home-lines.js';
import { printChoices, show } from './screen.js';
import type { Conversation } from './session.js';

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
  await conversation.requester.who();
  conversation.print([ownerText(conversation.state.head, true, conversation.now)]);
  if (conversation.at === 'screen') return show(conversation);
  printChoices(conversation);
}

/** Prints the panes of Home, without the choices. */
export async function printPanes(conversation: Conversation): Promise<void> {
  const { panes, owner } = conversation.state;
  if (!conversation.state.signedIn) return conversation.print(['Nobody is signed in. l signs in.']);
  await conversation.requester.responses(
    panes.map(({ command: line }) => ({ line, spec: line })),
    0,
  );
  if (conversation.stopped) return;
  if (conversation.state.owner !== owner) return printPanes(conversation);
  const lines = panes.flatMap((pane) => paneText(conversation.state, pane, conversation.serviceNow) ?? []);
  conversation.print(['', 'Home. The present state:', ...lines.map((line) => `  ${line}`)]);
}

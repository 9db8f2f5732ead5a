// Screen reader form of Home: signing in, and a line for each pane.

import { escapeControls } from '../format/visible.js';
import { ownedBy } from '../state/owner.js';
import { run } from './act.js';
import { sentence } from './answers.js';
import { whoseSaid } from './said-groups.js';
import { paneSaid } from './said-home.js';
import { sayChoices, show } from './screen.js';
import type { Talk } from './session.js';

/** Signs in: to the sandbox at once, elsewhere by the command. */
export async function signIn(talk: Talk): Promise<void> {
  if (talk.state.head.mark !== 'sandbox') {
    return run(talk, 'login'); // which says who is there then
  } else {
    try {
      const own = await talk.dependencies.lookAround();
      const there = ownedBy(talk.state, own).stack;
      talk.tell({ what: 'signed in', ...own });
      talk.forget();
      talk.state = { ...talk.state, stack: there }; // one stays where one is
    } catch (error) {
      return talk.say([escapeControls(sentence(error))]);
    }
  }
  if (talk.stopped || !talk.state.signedIn) return;
  await talk.asking.who();
  talk.say([whoseSaid(talk.state.head, true, talk.now)]);
  if (talk.at === 'screen') return show(talk);
  sayChoices(talk);
}

/** What goes on now, without the choices. */
export async function sayPanes(talk: Talk): Promise<void> {
  const { panes, owner } = talk.state;
  if (!talk.state.signedIn) return talk.say(['Nobody is signed in. l signs in.']);
  await talk.asking.answers(
    panes.map(({ command: line }) => ({ line, spec: line })),
    0,
  );
  if (talk.stopped) return;
  if (talk.state.owner !== owner) return sayPanes(talk);
  const lines = panes.flatMap((pane) => paneSaid(talk.state, pane, talk.serviceNow) ?? []);
  talk.say(['', 'Home. What goes on now:', ...lines.map((line) => `  ${line}`)]);
}

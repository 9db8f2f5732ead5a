// The screen reader form of the application, over the same reducer: a screen is printed once, then only its changes.

import { escapeControls } from '../../text/visible.js';
import type { ApplicationDependencies } from '../application.js';
import { lineInput } from '../line-input.js';
import type { Exit, ScreenStage } from '../screen.js';
import { preferencesOf } from '../state/core/kept.js';
import { typedLine } from './choices.js';
import { ownerText } from './group-lines.js';
import { printScreen, show } from './screen.js';
import { Conversation } from './session.js';

const prompt = 'Choice or command: ';

/** Runs the application as lines until it is left. @throws {Error} without a terminal */
export async function openLinearApplication(stage: ScreenStage, dependencies: ApplicationDependencies): Promise<Exit> {
  if (!stage.stdin.isTTY || !stage.stdout.isTTY) throw new Error('no terminal');
  const input = lineInput(stage);
  const conversation = new Conversation(stage, dependencies, input);
  try {
    return await spoken(conversation);
  } finally {
    dependencies.savePreferences?.(preferencesOf(conversation.state));
    conversation.flows.watch([], () => {});
    conversation.queries.close();
    dependencies.onSession(undefined);
    dependencies.onOwner(undefined);
  }
}

async function spoken(conversation: Conversation): Promise<Exit> {
  await begun(conversation);
  while (!conversation.quit) {
    const line = await conversation.input.next(prompt);
    if (line === undefined && !conversation.quit) conversation.print(['']);
    if (conversation.stopped) return 'stopped';
    if (line === undefined) return conversation.input.interrupted ? 'interrupted' : 'left';
    // the next read reports the failure
    const isOther = await conversation.dependencies.checkOwner().catch(() => false);
    if (isOther) {
      if (line.trim() !== '')
        conversation.print([
          'Your line was for the account before, and was not carried out. Type it again if it still holds.',
        ]);
      await show(conversation);
    } else await typedLine(conversation, line);
    conversation.syncWatch();
  }
  return conversation.stopped ? 'stopped' : 'left';
}

async function begun(conversation: Conversation): Promise<void> {
  conversation.listenToSession();
  conversation.listenToOwner();
  if (conversation.state.signedIn) await conversation.who();
  const { head, signedIn } = conversation.state;
  conversation.print([ownerText(head, signedIn, conversation.now)]);
  if (conversation.dependencies.warning !== undefined)
    conversation.print([escapeControls(conversation.dependencies.warning)]);
  if (!signedIn && head.mark === 'sandbox')
    conversation.print([
      'This is the sandbox: a back end on this machine, with sample data. l signs in to look around.',
    ]);
  printScreen(conversation);
  conversation.syncWatch();
}

// The screen reader form of the application, over the reducer of the screens: a screen is printed once as plain lines, then only what changes.
import type { ApplicationDependencies } from '../application.js';
import { lineInput } from '../line-input.js';
import type { Left, ScreenStage } from '../screen.js';
import { typedLine } from './choices.js';
import { whoseSaid } from './said-groups.js';
import { sayHere, show } from './screen.js';
import { Talk } from './session.js';

const prompt = 'Choice or command: ';

/** Speaks the application until it is left. @throws {Error} where there is no terminal. */
export async function speakApplication(stage: ScreenStage, dependencies: ApplicationDependencies): Promise<Left> {
  if (!stage.stdin.isTTY || !stage.stdout.isTTY) throw new Error('no terminal');
  const input = lineInput(stage);
  const talk = new Talk(stage, dependencies, input);
  try {
    return await spoken(talk);
  } finally {
    talk.queries.close();
    dependencies.onSession(undefined);
    dependencies.onOwner(undefined);
    input.release();
  }
}

async function spoken(talk: Talk): Promise<Left> {
  await begun(talk);
  while (!talk.quit) {
    const line = await talk.input.next(prompt);
    if (line === undefined) talk.say(['']);
    if (talk.stopped) return 'stopped';
    if (line === undefined) return 'left';
    const isOther = await talk.dependencies.checkOwner().catch(() => false); // what is asked for says why it cannot be looked
    if (isOther)
      await show(talk); // what was typed was meant for what stood there before
    else await typedLine(talk, line);
  }
  return talk.stopped ? 'stopped' : 'left';
}

async function begun(talk: Talk): Promise<void> {
  talk.hear();
  talk.hearOwner();
  if (talk.state.signedIn) await talk.asking.who();
  const { head, signedIn } = talk.state;
  talk.say([whoseSaid(head, signedIn, talk.now)]);
  if (!signedIn && head.mark === 'sandbox')
    talk.say(['This is the sandbox, a whole back end on this machine, made of play data. l signs in to look around.']);
  sayHere(talk);
}

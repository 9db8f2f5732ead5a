// Opens the application over functions that it is given: what is known of rides, who is signed in, the commands there are.
import { type AppEvent, application } from './models/application.js';
import type { Head } from './models/page.js';
import type { CommandLine } from './models/palette.js';
import { type RideSource, rideFlow } from './ride-flow.js';
import { type Left, mountScreen, type ScreenStage } from './screen.js';
import { ApplicationScreen } from './screens/application.js';

/** What the application stands on. Each may fail: then a sentence says so, and everything else goes on. */
export interface ApplicationGiven {
  readonly head: Head;
  readonly signedIn: boolean;
  /** The rides that are known, as they were answered. */
  rides(): Promise<readonly unknown[]>;
  /** The name of who is signed in, if the service says one. */
  who(): Promise<string | undefined>;
  commands(): Promise<readonly CommandLine[]>;
  /** Signs in to the sandbox, where nothing is real. */
  lookAround(): Promise<Head>;
  /** A ride to be watched. `over` ends its asking. */
  watch(id: string): RideSource & { over(): void };
}

const everyHalfMinute = 30_000;

/** Shows the application until it is left. @throws {Error} where there is no terminal. */
export async function openApplication(stage: ScreenStage, given: ApplicationGiven): Promise<Left> {
  let watched: { readonly flow: ReturnType<typeof rideFlow>; over(): void } | undefined;
  let again: NodeJS.Timeout | undefined;
  const load = (tell: Tell) => {
    clearTimeout(again);
    given.rides().then((rides) => tell({ what: 'rides', rides }), trouble(tell));
    given.who().then(
      (name) => name && tell({ what: 'who', name }),
      () => {},
    ); // that it is not known is told by its absence
    again = setTimeout(() => load(tell), everyHalfMinute);
  };
  const stop = () => {
    watched?.flow.end();
    watched?.over();
    watched = undefined;
  };
  const watch = (id: string, tell: Tell) => {
    stop();
    const source = given.watch(id);
    const flow = rideFlow(source);
    watched = { flow, over: source.over };
    flow
      .begin((event) => tell({ what: 'ride', event }))
      .catch((error: unknown) => watched?.flow === flow && tell({ what: 'ride failed', text: sentence(error) }));
  };
  try {
    return await mountScreen(stage, {
      board: application(given),
      draw: (state, size, now) => <ApplicationScreen {...{ state, size, now }} />,
      begin: async (tell) => {
        if (given.signedIn) load(tell);
      },
      perform(effect, tell) {
        if (effect.do === 'load') load(tell);
        else if (effect.do === 'look around') given.lookAround().then((head) => tell({ what: 'signed in', head }), trouble(tell));
        else if (effect.do === 'list commands') given.commands().then((commands) => tell({ what: 'commands', commands }), trouble(tell));
        else if (effect.do === 'watch') watch(effect.id, tell);
        else if (effect.do === 'stop watching') stop();
        else watched?.flow.perform(effect.effect, (event) => tell({ what: 'ride', event }));
      },
    });
  } finally {
    clearTimeout(again);
    stop();
  }
}

type Tell = (event: AppEvent) => void;
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const trouble = (tell: Tell) => (error: unknown) => tell({ what: 'trouble', text: sentence(error) });

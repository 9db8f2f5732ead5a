// `tuk` alone on a terminal: the application, given what it stands on.
import { Writable } from 'node:stream';
import { Failure } from '../../services/http/failure.js';
import { endOf } from '../../session/store.js';
import { endsFor } from '../../ui/models/watching.js';
import { callOf } from '../call.js';
import { Context } from '../context.js';
import { interrupted, stateStream } from '../follow.js';
import { groups } from '../groups.js';
import { cancelled, knownRides, poll } from '../ride/status.js';
import type { Flags } from '../settings.js';
import type { World } from '../world.js';
import { fitsScreen, headOf, stageOf } from './on-screen.js';

/** Opens the application where a person is at a terminal. @returns the exit code; nothing where there is none. @throws {Failure} */
export async function openApp(world: World, flags: Flags): Promise<number | undefined> {
  const context = new Context(world, flags);
  try {
    if (!fitsScreen(context)) return undefined;
    const [head, { accessToken }, { openApplication }] = await Promise.all([
      headOf(context),
      context.session.token(),
      import('../../ui/application.js'),
    ]);
    const left = await openApplication(stageOf(context), {
      head,
      signedIn: accessToken !== undefined,
      rides: () => told(context, knownRides(context)),
      who: () => who(context),
      commands,
      lookAround: async () => {
        await signInToSandbox(world);
        return headOf(context);
      },
      watch: (id) => ride(context, id),
    });
    if (left !== 'left') throw interrupted();
    return 0;
  } finally {
    await context.close();
  }
}

/** A failure with its secrets taken out and its next step, for a line of a screen. */
async function told<Value>({ redact }: Context, promise: Promise<Value>): Promise<Value> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Error(redact.clean([error.message, error.hint].filter(Boolean).join(' ')));
  }
}

/** The name that the user service has for whoever is signed in. */
async function who(context: Context): Promise<string | undefined> {
  const { call, build } = await callOf('user', 'getCurrent');
  const { exchangeCall } = await import('../../services/http/send.js');
  const reach = await context.reach();
  const data = (await exchangeCall(call, await build(reach), reach)).data as { name?: unknown; user?: { name?: unknown } } | undefined;
  const name = data?.user?.name ?? data?.name;
  return typeof name === 'string' ? name : undefined;
}

/** Every command of every group; a group is loaded for it, so it is asked for only when the palette opens. */
async function commands() {
  const loaded = await Promise.all(Object.entries(groups).map(async ([name, { load }]) => ({ name, group: (await load()).group })));
  return loaded.flatMap(({ name, group }) =>
    group.commands.map(({ name: own, values, is }) => ({ name: `${name} ${own}`.trim(), is, ...(values === undefined ? {} : { values }) })),
  );
}

/** `tuk login --as mina -p sandbox`, silently. @throws {Error} with what it said if it failed. */
async function signInToSandbox(world: World): Promise<void> {
  const { run } = await import('../program.js');
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const silent = new Proxy(world, { get: (of, name) => (name === 'stdout' || name === 'stderr' ? sink : Reflect.get(of, name, of)) });
  if ((await run(['login', '--as', 'mina', '-p', 'sandbox'], silent)) !== 0) throw new Error(lines.join(' ').trim());
}

/** A ride's states, asked for every three seconds or less often. */
function ride(context: Context, id: string) {
  const followed = { list: 'RideStatus', ids: [id], ask: (one: string) => poll(context, one) } as const;
  const { stream, waiting } = stateStream(context, followed, { interval: 3000, ends: endsFor('RideStatus') });
  return {
    stream,
    askNow: waiting.now,
    over: waiting.over,
    cancel: () => told(context, cancelled(context, id)),
    onSession: (hear: ((kind: string, ends?: number) => void) | undefined) => {
      context.onSession = hear && ((event) => hear(event.kind, 'session' in event ? endOf(event.session.accessToken) : undefined));
    },
  };
}

// Announces a change: the bell, a desktop notification, the command of --on-change.
import type { ChildProcess } from 'node:child_process';
import type { Arguments, Context } from '../../cli/command/command.js';

import { Deadline } from '../../services/http/deadline.js';
import { inTime, rounds } from '../../services/http/rounds.js';
import { compact } from '../../services/json-value.js';
import { signalGroup, startShell } from '../../services/platform/programs.js';
import { desktopNote } from '../../text/desktop-note.js';

// Desktop notifications through the terminal (--notify), by an escape sequence. Other terminals ignore it.

/** Shows a note if stderr is a terminal that knows escape sequences. */
function showDesktopNote(context: Context, title: string, text: string) {
  const { env, stderr } = context.world;
  if (stderr.isTTY && env.TERM !== 'dumb') context.out.draw(desktopNote(title, text, env));
}

/** A change: what a desktop notification says of it, and what the command of --on-change gets. */
interface Announcement {
  readonly title: string;
  /** Without a text there is no notification. */
  readonly text: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly row: unknown;
  /** The end of the watch. */
  readonly deadline: Deadline;
  readonly errors?: 'inherit' | 'ignore';
}

/**
 * Rings the terminal bell (--bell), shows a desktop notification (--notify) and runs the command of --on-change, which
 * ends at the latest at the end of the watch.
 */
export async function announce(
  context: Context,
  options: Arguments['options'],
  { title, text, env, row, deadline, errors = 'inherit' }: Announcement,
): Promise<void> {
  if (options.bell && context.world.stderr.isTTY) context.out.draw('\u0007');
  if (options.notify && text !== undefined) showDesktopNote(context, title, text);
  if (typeof options.onChange !== 'string') return;
  await runUserCommand(context, options.onChange, { env: withoutNul(env), input: compact(row), deadline, errors });
}
/** An environment variable cannot hold a NUL. */
const withoutNul = (env: Announcement['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name, (value ?? '').replaceAll('\0', '')]));

/** The time between SIGTERM and SIGKILL, and between two looks at whether a group of processes has ended, milliseconds. */
const [grace, look] = [2000, 50];

/**
 * Runs a shell command of the user until it ends, the run is stopped or its time is over. Then all its processes are ended:
 * asked first, killed after 2 s. Only logs its failure.
 */
async function runUserCommand(
  context: Context,
  command: string,
  settings: {
    readonly env: Readonly<Record<string, string>>;
    readonly input: string;
    readonly deadline: Deadline;
    readonly errors: 'inherit' | 'ignore';
  },
) {
  const { env, input, deadline, errors } = settings;
  if (deadline.isStopped()) return;
  if (deadline.timeLeft() === 0)
    return context.log(`  The command of --on-change is not started: --max-wait has run out.`);
  const child = startShell(command, { env: { ...context.world.env, ...env }, stdio: ['pipe', 'ignore', errors] });
  child.stdin.on('error', () => {}); // it may not read
  child.stdin.end(`${input}\n`);
  const exit = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  const endWait = deadline.waitsFor(() => 'the command of --on-change runs');
  const code = await inTime(deadline, exit, () => 'late' as const).catch(() => 'stopped' as const);
  endWait();
  if (code === 'late') context.log(`  The command of --on-change is ended: --max-wait has run out.`);
  if (code === 'late' || code === 'stopped') await endGroup(child);
  else if (code !== 0) context.log(`  The command of --on-change ended with ${code ?? 'no exit code'}.`);
}

/** Ends a process and those that it has started. */
async function endGroup(child: ChildProcess) {
  signalGroup(child, 'SIGTERM');
  for await (const round of rounds(new Deadline({}, grace), { every: look })) {
    if (!signalGroup(child, 0)) return;
    if (round.isLast()) signalGroup(child, 'SIGKILL');
  }
}

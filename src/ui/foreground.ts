// Whether the shell has lent the terminal to this process. A process in the background must not change the terminal:
// the system stops it at once, and again whenever it is continued, so that no signal could end it.
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { isInBackground } from '../services/platform/in-background.js';
import type { Stage, TerminalInput } from '../text/dialogue.js';

let isExitWatched = false;
/**
 * Must be called before a process changes its terminal: Node then restores the terminal at the exit, which a process
 * in the background must not do.
 */
export function changesTerminal(stdin: TerminalInput): void {
  if (stdin !== process.stdin || isExitWatched) return;
  isExitWatched = true;
  process.once('exit', exitInBackground);
}
const signals: Readonly<Record<number, NodeJS.Signals>> = { 129: 'SIGHUP', 130: 'SIGINT', 143: 'SIGTERM' };
/**
 * Ends a process in the background by the signal that has ended it, before Node restores the terminal. Any other exit
 * waits for the foreground: its exit code must arrive.
 */
function exitInBackground(code: number): void {
  const signal = signals[code];
  if (signal === undefined || !isInBackground(process.stdin)) return;
  process.kill(process.pid, signal);
  process.kill(process.pid, 'SIGKILL'); // in case that signal is still handled
}

/** The time for the news of a signal, milliseconds. */
const newsWithin = 50;
/** Waits until the signals before this continuation have been handled: one of them may end the process. */
export async function signalsHeard(): Promise<void> {
  await pause(newsWithin);
  await turn(); // after a long stop the time is over before the signals were read
}
/**
 * Stops this process until it is continued, and its signals have been handled.
 * @returns whether it was stopped: the system stops nothing that no shell could continue
 */
export async function stopped(signal: 'SIGTSTP' | 'SIGTTOU'): Promise<boolean> {
  let isContinued = false;
  const onContinued = () => {
    isContinued = true;
  };
  process.once('SIGCONT', onContinued);
  process.kill(process.pid, signal);
  await signalsHeard();
  process.removeListener('SIGCONT', onContinued);
  return isContinued;
}

/** Waits, stopped, until the terminal belongs to this process. @returns false if it was ended meanwhile */
export async function inForeground({ stdin, signal }: Pick<Stage, 'stdin' | 'signal'>): Promise<boolean> {
  while (!signal?.aborted && isInBackground(stdin)) if (!(await stopped('SIGTTOU'))) break;
  return !signal?.aborted;
}

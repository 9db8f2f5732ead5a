// Responses and actions that come later: after turns of the event loop, or after a time that a test measures.
import type { Script } from './scripted-server.js';

/** Lets so many turns of the event loop pass, and then does something: what is between two sockets of this process arrives before, however slow the machine is. */
export async function afterTurns<Result>(turns: number, work: () => Result): Promise<Result> {
  for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next));
  return work();
}

/** A response that takes at least so many milliseconds of real time: only for what measures them. */
export const takes =
  (milliseconds: number, script: Script): Script =>
  (socket, request) =>
    setTimeout(() => script(socket, request), milliseconds);

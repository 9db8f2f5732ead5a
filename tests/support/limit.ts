// How long a test waits for a real process, a server or a terminal.
/** Milliseconds. It is generous: a wait ends by an event, and reaches this limit only if the program hangs. */
export const limit = 60_000;

const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis; // also while a test has fake timers

/** Waits for an event, at most until the limit. @param missing what to say if it does not come */
export async function inTime<Event>(event: Promise<Event>, missing: () => string | Promise<string>): Promise<Event> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = startTimer(async () => fail(new Error(`not within ${limit / 1000} s: ${await missing()}`)), limit);
  });
  return Promise.race([event, late]).finally(() => stopTimer(timer));
}

/** Waits until a condition holds, at most until the limit. For what has no event: a count, a file. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  let goesOn = true;
  const poll = async () => {
    while (goesOn && !(await condition())) await new Promise((next) => startTimer(next, 5));
  };
  await inTime(poll(), () => String(condition)).finally(() => {
    goesOn = false;
  });
}

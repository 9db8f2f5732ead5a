// The time of every run that does not state one.
/** Epoch milliseconds. */
export const now = Date.parse('2026-11-20T06:00:00Z');

/** The clock of this machine, for a server of real processes. */
export const realClock = (): number => Date.now();

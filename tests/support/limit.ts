// How long a test waits for a real process, a server or a terminal.

/** Milliseconds. It is generous: a wait ends by an event, and reaches this limit only if the program hangs. */
export const limit = 60_000;

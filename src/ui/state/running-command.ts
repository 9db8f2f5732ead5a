// The state of a command that runs in a dialog.

/** A command and what it has printed. */
export interface RunningCommand {
  /** Its command line without what may be a key, or several lines. */
  readonly line: string;
  readonly lines: readonly string[];
  /** What is typed and not yet sent. */
  readonly typing: string;
  /** Whether it waits for an answer. */
  readonly isReading: boolean;
  /** How many lines the dialog is scrolled up from the end. */
  readonly scrolled: number;
  /** Its exit code, once it has ended. */
  readonly code?: number;
}

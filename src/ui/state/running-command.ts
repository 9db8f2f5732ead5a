// The state of a command that runs in a dialog.

/** What its terminal shows. */
export interface CommandScreen {
  /** The last lines of the output; the last one may be a question that waits for its reply. */
  readonly lines: readonly string[];
  /** What is typed and not yet sent, where the command reads whole lines. */
  readonly typing: string;
  /** Whether the command reads its input. */
  readonly isReading: boolean;
  /** The request whose response it waits for: `GET sale /v1/orders/7`. */
  readonly request?: string;
}
/** A command and what it has printed. */
export interface RunningCommand extends CommandScreen {
  /** Its command line without what may be a key, or several lines. */
  readonly line: string;
  /** How many rows the dialog is scrolled up from the end. */
  readonly scrolled: number;
  /** Since when it runs without a question, epoch milliseconds. */
  readonly since?: number;
  /** Its exit code, once it has ended. */
  readonly code?: number;
}

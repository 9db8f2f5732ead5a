// The state of a command that runs in a dialog.
import type { ReceiptRole } from '../../text/receipt.js';

/** The screen of its terminal. */
export interface CommandScreen {
  /** The last lines of the output; the last one may be a question. */
  readonly lines: readonly string[];
  /** The typed text that is not sent yet, if the command reads whole lines. */
  readonly typing: string;
  readonly isReading: boolean;
  /** What the lines of its receipt are about, by the place of the line. */
  readonly parts?: readonly (ReceiptRole | undefined)[];
  /** What it asks to confirm, or has confirmed: a change, or one that moves value. */
  readonly effect?: 'service' | 'money';
  /** The request without a response yet: `GET sale /v1/orders/7`. */
  readonly request?: string;
}
/** A command with its output. */
export interface RunningCommand extends CommandScreen {
  /** Its command line without keys, or several lines. */
  readonly line: string;
  /** The rows that the dialog is scrolled up from the end. */
  readonly scrolled: number;
  /** The time since which it runs without a question, epoch milliseconds. */
  readonly since?: number;
  /** Its exit code, once it has ended. */
  readonly code?: number;
}

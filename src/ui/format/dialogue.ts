// What a small dialogue is given: where it stands, what can be chosen, how a line is typed.

/** The input of a terminal, as far as it is used. */
export type TerminalInput = NodeJS.ReadableStream & {
  isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
};
/** Where a dialogue stands. A command passes its world, with stderr as `stdout`: what it prints stays data. */
export interface Stage {
  readonly stdin: TerminalInput;
  /** The stream that is drawn on. */
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the dialogue without an answer. */
  readonly signal?: AbortSignal | undefined;
}
/** One of the things that can be chosen. A service may have written the texts: they are made safe where they are shown. */
export interface Option<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  /** Explains the label. */
  readonly is?: string;
}
/** How a line is typed. */
export interface LineOptions {
  /** Nothing of what is typed is shown, not even how long it is. */
  readonly hidden?: boolean;
  /** What an empty line stands for; it stays on the screen in its place. */
  readonly instead?: string;
  /** What helps to answer. */
  readonly hint?: string;
}

// The types of a prompt: its streams, its choices and its text input.

/** The members of a terminal's input stream that prompts use. */
export type TerminalInput = NodeJS.ReadableStream & {
  isTTY?: boolean;
  isRaw?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
};
/** The streams and settings of a prompt. A command passes stderr as `stdout`, because its own stdout is for data. */
export interface Stage {
  readonly stdin: TerminalInput;
  /** The output stream. */
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Cancels the prompt. */
  readonly signal?: AbortSignal | undefined;
}
/** A choice. Its texts may come from a service, so they are escaped when they are printed. */
export interface Option<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  /** An explanation of the label. */
  readonly is?: string;
}
/** Options of a text input. */
export interface LineOptions {
  /** Hides the typed text and its length. */
  readonly hidden?: boolean;
  /** The display text of the default, which an empty line selects. */
  readonly instead?: string;
  /** A hint for the person. */
  readonly hint?: string;
}

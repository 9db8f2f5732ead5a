// A prompt: its streams, its choices, its text input, and the texts that replace it afterwards.

/** The members of a terminal's input stream that prompts use. */
export type TerminalInput = NodeJS.ReadableStream & {
  isTTY?: boolean;
  isRaw?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
};
/** The streams and settings of a prompt. A command passes stderr as `stdout`: its own stdout is for data. */
export interface Stage {
  readonly stdin: TerminalInput;
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}
/** A choice. Its texts may come from a service, so they are escaped for printing. */
export interface Option<Key extends string = string> {
  readonly key: Key;
  readonly label: string;
  readonly is?: string;
}
export interface LineOptions {
  /** Hides the typed text and its length. */
  readonly hidden?: boolean;
  /** The display text of the default, for an empty line. */
  readonly instead?: string;
  readonly hint?: string;
}

/** Replaces a hidden input, such as a password, after the prompt. */
export const hiddenInput = '(hidden)';
/** Replaces a prompt without input. */
export const noInput = '(no answer)';

/** Whether the environment says that a screen reader is in use. A dumb terminal may show tables. */
export const isForScreenReader = ({ ACCESSIBLE, INK_SCREEN_READER }: Stage['env']): boolean =>
  [ACCESSIBLE, INK_SCREEN_READER].some((value) => !!value && value !== '0' && value !== 'false');
/** Whether the environment selects plain lines. */
export const wantsLines = (env: Stage['env']): boolean => isForScreenReader(env) || env.TERM === 'dumb';

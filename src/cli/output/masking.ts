// Decides where personal data are masked: it is where the output goes that decides, not which command prints it.

import type { OutputFormat } from './formats.js';

/** The formats that are data for a program, on a terminal too. */
const dataFormats: readonly (OutputFormat | undefined)[] = ['json', 'ndjson', 'csv'];

/**
 * Whether personal data are masked: with --mask everywhere; without it on a terminal, unless --reveal or a format for programs was chosen; in `md`, which is for tickets, in a pipe too. Any
 * other pipe gets them whole.
 * @param format the format of the output; undefined for text for people
 */
export const isMasked = (
  { mask, reveal }: { readonly mask?: boolean | undefined; readonly reveal?: boolean | undefined },
  stream: { readonly isTTY?: boolean | undefined },
  format?: OutputFormat,
): boolean => mask === true || (reveal !== true && (format === 'md' || (stream.isTTY === true && !dataFormats.includes(format))));

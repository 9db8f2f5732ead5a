// Decides whether personal data are masked, by the destination of the output and not by the command.

import type { OutputFormat } from '../settings/formats.js';

/** The formats for programs, on a terminal too. */
const dataFormats: readonly (OutputFormat | undefined)[] = ['json', 'ndjson', 'csv'];

/**
 * Whether personal data are masked: always with --mask; on a terminal unless --reveal or a format for programs was
 * chosen; in `md`, which is for tickets, everywhere. Other pipes get them whole.
 * @param format undefined for text for people
 */
export const isMasked = (
  { mask, reveal }: { readonly mask?: boolean; readonly reveal?: boolean },
  stream: { readonly isTTY?: boolean },
  format?: OutputFormat,
): boolean =>
  mask === true || (reveal !== true && (format === 'md' || (stream.isTTY === true && !dataFormats.includes(format))));

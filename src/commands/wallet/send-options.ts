// Parses the values of `tuk wallet send` on every chain.

import { BadInput } from '../../services/http/errors.js';

/** Parses the accepted share: a decimal above 0, up to 1. @throws {BadInput} BAD_SHARE */
export function shareOf(text: string): string {
  if (/^(0\.\d{1,6}|1(\.0{1,6})?)$/.test(text) && Number(text) > 0) return text;
  throw new BadInput(
    'BAD_SHARE',
    `--accept-less takes a share from 0.000001 to 1, and not ${JSON.stringify(text.slice(0, 40))}; nothing was sent.`,
    'Like 0.9 for 90 per cent.',
  );
}

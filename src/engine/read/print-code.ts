// Prints an address as a QR code below a response, on a terminal that shows the whole response.

import type { Context } from '../../cli/command.js';
import { wantsLines } from '../../text/dialogue.js';
import { wide as measured } from '../../text/line.js';
import { qrLines } from '../../text/qr.js';

/**
 * Prints the QR code of an address, which people pay to by their phones.
 * @param text the address; undefined for none
 */
export async function printCode(text: string | undefined, { world, out }: Context): Promise<void> {
  const { quiet, jq, fields, columns, format = 'table' } = out.options;
  const { stdout, env } = world;
  const isWhole = !quiet && !jq && !fields && !columns && format === 'table';
  if (text === undefined || !isWhole || !stdout.isTTY || wantsLines(env) || env.CI) return;
  const lines = qrLines(text);
  if (measured(lines[0]!) <= (stdout.columns || 80)) await out.printLines([[], ...lines]);
}

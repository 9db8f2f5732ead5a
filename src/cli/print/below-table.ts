// What a terminal that shows a whole response has below its table: a bar chart, an image, an address as a QR code.

import { recordIn, rowsIn } from '../../services/decode/rows.js';
import { inOurNames } from '../../services/decode/spelling.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type Chart, chartLines } from '../../text/chart.js';
import { codeText } from '../../text/code.js';
import { isForScreenReader, wantsLines } from '../../text/dialogue.js';
import { inlinePicture } from '../../text/inline-picture.js';
import { type Line, wide as measured } from '../../text/line.js';
import { pictureLines } from '../../text/picture.js';
import { pictureOf, sizeOfPng } from '../../text/png.js';
import { qrLines } from '../../text/qr.js';
import { chartTexts } from '../../text/spoken-record.js';
import type { Context } from '../command/command.js';
import { type Presentation, writeAll } from '../output/output.js';

const columnsOf = ({ stdout }: Context['world']): number => (stdout as { columns?: number }).columns || 80;

/** Whether stdout is a terminal and no option chooses another form than the whole table. */
function isWhole({ world, out }: Context): boolean {
  const { quiet, jq, fields, columns, format = 'table' } = out.options;
  return world.stdout.isTTY === true && !quiet && !jq && !fields && !columns && format === 'table';
}

const [maxColumns, maxRows] = [78, 20];
async function printPicture(bytes: Uint8Array, { world, out, deadline }: Context): Promise<void> {
  if (out.options.format !== undefined || wantsLines(world.env) || world.env.CI) return;
  const room = { columns: Math.min(maxColumns, columnsOf(world) - 1), rows: maxRows };
  const size = sizeOfPng(bytes);
  const inline = size && inlinePicture(bytes, size, world.env, room);
  if (inline !== undefined) return writeAll(world.stdout, `\n${inline}`, deadline);
  const picture = pictureOf(bytes);
  if (picture) await out.printLines([[], ...pictureLines(picture, room)]);
}

/** Prints what belongs below a response. */
export async function printBelow(json: string, shown: Presentation, context: Context) {
  if (!isWhole(context)) return;
  const { chart, code, qr, picture, columns = [] } = shown;
  if (picture) await printPicture(picture, context);
  const lines = chart ? chartBelow(json, chart, shown, context) : [];
  if (lines.length > 0) await context.out.printLines([[], ...lines]);
  const record = code && recordIn(inOurNames(parseLossless(json), shown.of?.().map, false))?.row;
  await printCode(qr ?? (record ? codeText(record, code, columns) : undefined), context);
}

function chartBelow(json: string, chart: Chart, shown: Presentation, { world }: Context): readonly Line[] {
  const rows = rowsIn(inOurNames(parseLossless(json), shown.of?.().map, true))?.rows ?? [];
  // a screen reader has read the rows already
  if (isForScreenReader(world.env))
    return chartTexts(rows, chart)
      .filter((text) => !text.startsWith('  '))
      .map((text) => [{ text }]);
  return chartLines(rows, chart, { wide: columnsOf(world) });
}

/**
 * Prints the QR code of an address, which people pay to by their phones, if the terminal is wide enough.
 * @param text the address; undefined for none
 */
async function printCode(text: string | undefined, context: Context): Promise<void> {
  const { world, out } = context;
  if (text === undefined || wantsLines(world.env) || world.env.CI) return;
  const lines = qrLines(text);
  if (measured(lines[0]!) <= columnsOf(world)) await out.printLines([[], ...lines]);
}

// The receipt before a confirmation, on stderr: a card on a terminal, plain lines elsewhere. Every transfer prints one
// first.

import { wantsLines } from '../../text/dialogue.js';
import { type Mark, receiptOrder, receiptText, type ReceiptLine as ShownLine } from '../../text/receipt.js';
import type { Context } from '../command/command.js';
import { maskedLine } from '../output/masked-json.js';
import { isEmbedded } from '../settings/options.js';
import { canAsk } from '../settings/world.js';

/** A line of a receipt: a label of ours, and a text that may come from a service. */
export type ReceiptLine = ShownLine;

/**
 * Prints a receipt before anything is sent, in the order of a receipt. Escapes control characters, redacts secrets, and
 * masks personal data on a terminal by their labels. Omitted only with --quiet or JSON errors, if the person is not
 * prompted.
 * @param title the change
 */
export async function printReceipt(context: Context, title: string, lines: readonly ReceiptLine[]): Promise<void> {
  const { world, flags } = context;
  const redact = context.out.redact;
  const willPrompt = !flags.yes && !flags.noInput && flags.confirm === undefined && canAsk(world);
  if (!willPrompt && (flags.quiet || context.out.jsonErrors)) return;
  const ordered = receiptOrder(lines);
  const visible = context.out.isMasked('stderr') ? await maskedLines(ordered) : ordered;
  const clean = visible.map(([label, text, role]): ReceiptLine => [label, redact.clean(text), role]);
  const mark = markOf(context);

  if (world.stderr.isTTY && !world.env.CI && !wantsLines(world.env)) {
    const { drawReceipt } = await import('../../ui/mount.js');
    context.out.draw(
      `\n${await drawReceipt(mark, redact.clean(title), clean, { columns: world.stderr.columns || 80, env: world.env })}`,
    );
    return;
  }
  const heading = {
    sandbox: '◇ SANDBOX receipt: nothing here is real',
    protected: `▲ PROTECTED receipt: profile ${mark.profile}`,
    none: `Receipt, profile ${mark.profile}`,
  };
  const write = (line: string) => context.out.writeLine(line);
  write(heading[mark.is]);
  write(title);
  for (const [at, line] of receiptText(clean).entries()) {
    world.receiptPart?.(clean[at]![2]);
    write(line);
  }
}

async function maskedLines(lines: readonly ReceiptLine[]): Promise<readonly ReceiptLine[]> {
  return lines.map(([label, text, role]): ReceiptLine => [label, maskedLine(label, text), role]);
}

/** The mark of the profile: the embedded sandbox, a protected profile, or any other. */
function markOf(context: Context): Mark {
  const settings = context.settings();
  const is = settings.of.protected === true ? 'protected' : isEmbedded(settings) ? 'sandbox' : 'none';
  return { is, profile: settings.profile.value };
}

// What is about to be agreed to, on stderr: a card on a terminal, plain lines elsewhere. Every command that moves value shows one first.

import type { ReceiptLine as ShownLine } from '../../ui/format/receipt.js';
import type { Mark } from '../../ui/format/receipt-mark.js';
import { escapeControls } from '../../ui/format/visible.js';
import type { Context } from '../context.js';

/** A line of a receipt: a label of ours, and a text that a service may have written. */
export type ReceiptLine = ShownLine;

/**
 * Shows a receipt before anything leaves: `title` says what is done, each line what leaves, what arrives, to whom. Every text is made
 * safe, and secrets are taken out. It is kept back only where nobody reads it (--quiet, JSON errors) and nobody is asked.
 */
export async function receipt(context: Context, title: string, lines: readonly ReceiptLine[]): Promise<void> {
  const { world, redact, flags } = context;
  const asked = !flags.yes && !flags.noInput && flags.confirm === undefined && world.stdin.isTTY === true && world.stderr.isTTY === true;
  if (!asked && (flags.quiet || context.jsonErrors)) return;
  const clean = lines.map(([label, text]): ReceiptLine => [label, redact.clean(text)]);
  const mark = markOf(context);
  const [{ wantsLines }, { receiptText }] = await Promise.all([
    import('../../ui/format/plain-dialogue.js'),
    import('../../ui/format/receipt.js'),
  ]);
  if (world.stderr.isTTY && !world.env.CI && !wantsLines(world.env)) {
    const { drawReceipt } = await import('../../ui/mount.js');
    context.writeError(`\n${await drawReceipt(mark, redact.clean(title), clean, { columns: world.stderr.columns || 80, env: world.env })}`);
    return;
  }
  const head = {
    sandbox: '◇ SANDBOX receipt: nothing here is real',
    protected: `▲ PROTECTED receipt: profile ${mark.profile}`,
    none: `Receipt, profile ${mark.profile}`,
  };
  for (const line of [head[mark.is], title, ...receiptText(clean)]) context.writeError(`${escapeControls(redact.clean(line))}\n`);
}

/** The sandbox that is embedded is never real; any other profile stands with its name. */
function markOf({ embedded, settings }: Context): Mark {
  const profile = settings.profile.value;
  return { is: settings.of.protected === true ? 'protected' : embedded ? 'sandbox' : 'none', profile };
}

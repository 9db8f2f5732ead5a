// `tuk notify dismiss`: dismisses some or all notifications, and lists the remaining ones.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint } from '../../engine/call.js';
import { callOf } from '../../engine/catalogue-call.js';
import { readEndpoint } from '../../engine/read-endpoint.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/listing.js';
import { emptyMessage, notificationColumns } from './list.js';

export const dismiss: Command = {
  name: 'dismiss',
  values: '[id...]',
  summary: 'Dismiss notifications, and list the remaining ones',
  description:
    'A dismissed notification does not come back. If one is refused, the others are still dismissed; the first refusal sets the exit code.',
  options: [{ flags: '--every', summary: 'dismiss every listed notification' }],
  examples: ['tuk notify dismiss 2 --yes', 'tuk notify dismiss --every --yes'],
  uses: { notification: ['listNotifications', 'deleteNotification'] },
  run: async ({ positionals, options: { every } }, context) => {
    if (positionals.length > 0 === (every === true))
      throw new BadInput('MISSING_VALUE', 'Name the notifications to dismiss, or give --every; nothing was sent.', 'Look: tuk notify list');
    const ids = [...new Set(positionals)];
    if (isDryRun(context.flags)) return dryRun(ids, context);
    const notes = every === true ? await readNotifications(context) : ids.map((id): Row => ({ id }));
    const { call } = await callOf('notification', 'deleteNotification');
    if (notes.length > 0) {
      await printReceipt(context, dismiss.summary, linesOf(notes));
      await confirm(call, context.settings(), context.world, context.flags, (text) => context.out.writeError(text));
    }
    const refused = await dismissAll(notes, context);
    const remaining = await readRemaining(context);
    if (remaining !== undefined) await context.out.print(remaining, { columns: notificationColumns, empty: emptyMessage });
    if (refused) throw refused;
    return 0;
  },
};

async function dryRun(ids: readonly string[], context: Context): Promise<number> {
  if (ids.length === 0) await callEndpoint(context, 'notification', 'listNotifications');
  for (const id of ids) await callEndpoint(context, 'notification', 'deleteNotification', { id });
  return 0;
}

async function readNotifications(context: Context): Promise<readonly Row[]> {
  const rows = listing((await readEndpoint(context, 'notification', 'listNotifications')).data)?.rows ?? [];
  return rows.filter(({ id }) => !isNothing(id));
}

/** The remaining notifications. A failure of this read is only logged: the notifications were dismissed. */
async function readRemaining(context: Context): Promise<string | undefined> {
  try {
    return (await readEndpoint(context, 'notification', 'listNotifications')).text || '[]';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.log(`  The remaining notifications could not be read: ${error.message}`);
    return undefined;
  }
}

const maxLines = 12;
function linesOf(notes: readonly Row[]) {
  const lines = notes.slice(0, maxLines).map(({ id, title }) => ['Notification', asText(title ?? id)] as const);
  return notes.length > maxLines ? [...lines, ['And', `${notes.length - maxLines} more`] as const] : lines;
}

/** Dismisses one notification after the other. @returns the first refusal. @throws {Failure} any other failure, which stops it */
async function dismissAll(notes: readonly Row[], context: Context): Promise<Failure | undefined> {
  let refused: Failure | undefined;
  for (const { id } of notes) {
    const { call, build } = await callOf('notification', 'deleteNotification', { id: asText(id) });
    const requestContext = await context.http().requestContext();
    try {
      await sendRequest(call, await build(requestContext), requestContext);
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
      if (notes.length > 1) context.log(`✗ ${asText(id)}: ${error.message}`);
      refused ??= error;
    }
  }
  return refused;
}

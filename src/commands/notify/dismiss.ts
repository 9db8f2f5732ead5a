// `tuk notify dismiss`: takes notifications away, some or every one, and shows what is left.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { receipt } from '../../cli/prompts/receipt.js';
import { ask, callOf } from '../../engine/call.js';
import { readOnce } from '../../engine/read-command.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { noteColumns, nothing } from './list.js';

export const dismiss: Command = {
  name: 'dismiss',
  values: '[id...]',
  summary: 'Dismiss notifications, and list what is left',
  description:
    'A notification that is dismissed does not come back. Where one of several is refused the others go on; how the first was refused is the exit code.',
  options: [{ flags: '--every', summary: 'every one that is listed now' }],
  examples: ['tuk notify dismiss 2 --yes', 'tuk notify dismiss --every --yes'],
  uses: ['notification GET /v1/entity-notifications', 'notification DELETE /v1/entity-notifications/{id}'],
  run: async ({ positionals, options: { every } }, context) => {
    if (positionals.length > 0 === (every === true))
      throw new BadInput('MISSING_VALUE', 'Name the notifications to dismiss, or give --every; nothing was sent.', 'Look: tuk notify list');
    const ids = [...new Set(positionals)];
    if (context.onlyShows) return shownOnly(ids, context);
    const notes = every === true ? await listed(context) : ids.map((id): Row => ({ id }));
    const { call } = await callOf('notification', 'deleteNotification');
    if (notes.length > 0) {
      await receipt(context, dismiss.summary, linesOf(notes));
      await confirm(call, context.settings, context.world, context.flags, (text) => context.writeError(text));
    }
    const refused = await dismissAll(notes, context);
    const left = await whatIsLeft(context);
    if (left !== undefined) await context.print(left, { columns: noteColumns, empty: nothing });
    if (refused) throw refused;
    return 0;
  },
};

async function shownOnly(ids: readonly string[], context: Context): Promise<number> {
  if (ids.length === 0) await ask(context, 'notification', 'listNotifications');
  for (const id of ids) await ask(context, 'notification', 'deleteNotification', { id });
  return 0;
}

async function listed(context: Context): Promise<readonly Row[]> {
  const rows = listing((await readOnce(context, 'notification', 'listNotifications')).data)?.rows ?? [];
  return rows.filter(({ id }) => !isNothing(id));
}

/** What was dismissed must not look as if it had not been because of the read that comes after it. */
async function whatIsLeft(context: Context): Promise<string | undefined> {
  try {
    return (await readOnce(context, 'notification', 'listNotifications')).text || '[]';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.log(`  What is left could not be read: ${error.message}`);
    return undefined;
  }
}

const most = 12;
function linesOf(notes: readonly Row[]) {
  const lines = notes.slice(0, most).map(({ id, title }) => ['Notification', asText(title ?? id)] as const);
  return notes.length > most ? [...lines, ['And', `${notes.length - most} more`] as const] : lines;
}

/** One after the other. @returns the first refusal. @throws {Failure} what is no refusal: nothing more is asked after it */
async function dismissAll(notes: readonly Row[], context: Context): Promise<Failure | undefined> {
  let refused: Failure | undefined;
  for (const { id } of notes) {
    const { call, build } = await callOf('notification', 'deleteNotification', { id: asText(id) });
    const reach = await context.requestContext();
    try {
      await sendRequest(call, await build(reach), reach);
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
      if (notes.length > 1) context.log(`✗ ${asText(id)}: ${error.message}`);
      refused ??= error;
    }
  }
  return refused;
}

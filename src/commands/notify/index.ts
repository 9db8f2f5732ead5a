// The commands of `tuk notify`: notifications about missions and items.

import { type Command, type Context, type Group, resultOf } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { confirmCall, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { isDryRun, plain } from '../../cli/settings/options.js';

import { partly } from '../../engine/read/partly.js';
import { listCommand } from '../../engine/read/read-command.js';
import { callEndpoint, callOf, readEndpoint, sendNow } from '../../engine/request/call.js';
import { listRows } from '../../engine/request/validate-response.js';
import { EntityNotificationType } from '../../services/catalogue/words.js';
import { BadInput, Failure, partFailure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import type { Empty } from '../../text/empty.js';
import { notification } from '../../things/notification.js';

// `tuk notify dismiss`: dismisses some or all notifications, and lists the remaining ones.

const none: Empty = { says: 'No notifications. Wait for new ones: tuk notify list -w', of: {} };

const dismiss: Command = {
  name: 'dismiss',
  values: '[id...]',
  summary: 'Dismiss notifications, and list the remaining ones',
  description:
    'A dismissed notification does not come back. If the service refuses one, the others are dismissed all the same. Exit 14: at least one was refused.',
  options: [plain('--every', 'dismiss every listed notification')],
  examples: ['tuk notify dismiss 2 --yes', 'tuk notify dismiss --every --yes'],
  uses: { notification: ['listNotifications', 'deleteNotification'] },
  needs: [['id', 'every']],
  run: async ({ positionals, options: { every } }, context) => {
    if (positionals.length > 0 && every === true)
      throw new BadInput('CONFLICT', 'Name the notifications to dismiss, or give --every.');
    const ids = [...new Set(positionals)];
    if (isDryRun(context.flags)) return dryRun(ids, context);
    const listed = await readNotifications(context).catch((error: unknown): readonly Row[] => {
      partFailure(error, 'sign-in');
      if (every === true) throw error;
      return []; // a typed id is dismissed without the list
    });
    const notes = every === true ? listed : ids.map((id): Row => listed.find((row) => asText(row.id) === id) ?? { id });
    const { call } = await callOf('notification', 'deleteNotification');
    if (notes.length > 0) {
      const lines = linesOf(notes);
      await printReceipt(context, dismiss.summary, lines);
      await confirmCall(context, call, subjectOf(lines, ['Notifications', String(notes.length)]));
    }
    const { refused, count } = await dismissAll(notes, context);
    const remaining = await readRemaining(context);
    if (notes.length > 0)
      context.note({
        is: count > 0 ? 'done' : 'failed',
        text: `${count} of ${notes.length} dismissed${goneTitles(notes, listed, remaining)}.`,
      });
    const failures = refused ? [count > 0 ? partly(refused) : refused] : [];
    return resultOf(remaining, { columns: notification.fields, empty: none }, { failures });
  },
};

async function dryRun(ids: readonly string[], context: Context) {
  if (ids.length === 0) await callEndpoint(context, 'notification', 'listNotifications');
  for (const id of ids) await callEndpoint(context, 'notification', 'deleteNotification', { id });
  return 0;
}

async function readNotifications(context: Context): Promise<readonly Row[]> {
  const response = await readEndpoint(context, 'notification', 'listNotifications');
  return listRows(response).filter(({ id }) => !isNothing(id));
}

/** The remaining notifications. A failure is only logged: the notifications are dismissed. */
async function readRemaining(context: Context): Promise<string | undefined> {
  try {
    return (await readEndpoint(context, 'notification', 'listNotifications')).text || '[]';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    context.note(leftOut('The remaining notifications could not be read', error));
    return undefined;
  }
}

const maxLines = 12;
function linesOf(notes: readonly Row[]) {
  const lines = notes.slice(0, maxLines).flatMap(({ id, title, body }) => {
    const name = ['Notification', isNothing(title) ? `${asText(id)}: not in the list` : asText(title)] as const;
    return notes.length === 1 && !isNothing(body) ? [name, ['Text', asText(body)] as const] : [name];
  });
  return notes.length > maxLines ? [...lines, ['And', `${notes.length - maxLines} more`] as const] : lines;
}

/** The titles that the list has lost, for a typed id that it did not have: `: Ride finished`. */
function goneTitles(notes: readonly Row[], listed: readonly Row[], remaining: string | undefined) {
  if (remaining === undefined || notes.every(({ title }) => !isNothing(title))) return '';
  const ids = new Set(fieldsIn(JSON.parse(remaining)).map(({ text }) => text));
  const gone = listed.filter(({ id, title }) => !ids.has(asText(id)) && !isNothing(title)).slice(0, maxLines);
  return gone.length === 0 ? '' : `: ${gone.map(({ title }) => asText(title)).join('; ')}`;
}

/** Dismisses the notifications in turn. @returns the first refusal, their number @throws {Failure} any other failure */
async function dismissAll(notes: readonly Row[], context: Context): Promise<{ refused?: Failure; count: number }> {
  let refused: Failure | undefined;
  let count = 0;
  for (const { id } of notes) {
    try {
      await sendNow(context, 'notification', 'deleteNotification', { id: asText(id) });
      count++;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind !== 'refused' && error.kind !== 'not-found') throw count > 0 ? partly(error) : error;
      if (notes.length > 1) context.note({ is: 'left-out', part: `${asText(id)} is not dismissed`, failure: error });
      refused ??= error;
    }
  }
  return { refused, count };
}

const list = listCommand('notification', {
  name: 'list',
  summary: 'List the notifications',
  options: [plain('--type <type>', 'filter by type: about missions or about items', { words: EntityNotificationType })],
  examples: [
    'tuk notify list',
    'tuk notify list --type MISSION_GROUP -o csv',
    "tuk notify list -w --max-wait 1s --on-change 'cat >> new.txt'",
  ],
  endpoint: 'listNotifications',
  open: true,
  columns: notification.fields,
  empty: ['No notifications.', 'Wait for new ones: tuk notify list -w'],
});

export const group: Group = { commands: [list, dismiss] };

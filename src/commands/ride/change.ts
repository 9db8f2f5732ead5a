// The changes of a requested ride: cancel it, cancel it while it waits, report the position.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { subjectOf } from '../../cli/prompts/subject.js';
import { isDryRun } from '../../cli/settings.js';
import { itemLines } from '../../engine/change/change-receipt.js';
import { callEndpoint, readEndpoint } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import type { Asked } from '../../engine/request/perform.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { grouped } from '../../money/amount-text.js';
import { quoted } from '../../services/command-line.js';
import { Failure, Refused } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../text/visible.js';
import { ride, rideMap } from '../../things/ride.js';
import { parsePoint } from './location.js';
import { printCall, rideParams } from './ride-hailing.js';

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  options: [{ flags: '--reason <text>', effects: 'plain', summary: 'the reason' }, ...openFlags],
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> --reason "changed plans" --dry-run'],
  uses: { 'ride-hailing': ['getCancelStatus', 'getActiveRequest', 'getRequest', 'cancelRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (!isDryRun(context.flags)) await logCancellationFee(context, id!);
    const body = await rideParams(context, 'cancelRequest', { reason: options.reason }, options);
    const asked = await askedAbout(context, id!, 'Cancel the ride; a late cancellation may cost a fee');
    return printCall(context, 'cancelRequest', { id, ...body }, undefined, asked);
  },
};

/**
 * Logs the fee of a cancellation, if the response has known fields; its currency is by the response, else by the ride.
 * The response is about the active ride. @throws {Refused} NOT_CANCELLABLE if that is the ride, and it cannot be
 * cancelled now
 */
async function logCancellationFee(context: Context, id: string) {
  const { isFreeCancel, feeAmount, currency, cancellable } = (await readIfThere(context, 'getCancelStatus')) ?? {};
  if (cancellable === false && asText((await readIfThere(context, 'getActiveRequest'))?.id) === id)
    throw new Refused(
      'refused',
      'NOT_CANCELLABLE',
      'The ride cannot be cancelled now; nothing was sent.',
      `See its status: ${nextCommand(context, `tuk ride status ${quoted(id)}`)}`,
    );
  if (isFreeCancel === true) context.log('  Cancelling now is free.');
  if (isFreeCancel !== false) return;
  if (!isScalar(feeAmount)) return context.log('  Cancelling now costs a fee.');
  const stated = isScalar(currency) ? currency : (await readIfThere(context, 'getRequest', { id }))?.currency;
  const unit = isScalar(stated) ? ` ${asText(stated)}` : ' (its currency is not stated)';
  context.log(`  Cancelling now costs ${escapeControls(`${grouped(asText(feeAmount))}${unit}`)}.`);
}

/**
 * A read that no change depends on: undefined if it fails. Numbers keep every digit.
 * @throws {Failure} if a sign-in is missing
 */
async function readIfThere(
  context: Context,
  name: 'getCancelStatus' | 'getActiveRequest' | 'getRequest',
  params: Params = {},
): Promise<Row | undefined> {
  try {
    const response = parseLossless((await readEndpoint(context, 'ride-hailing', name, params)).text);
    return isRecord(response) ? response : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Failure && error.kind !== 'sign-in')) return undefined;
    throw error;
  }
}

/**
 * The question about a ride: its receipt has its status, way, fare and driver, as they are now.
 * @param summary the sentence of the question, by the status of the ride
 * @returns nothing for a dry run
 * @throws {Failure} if a sign-in is missing
 */
async function askedAbout(
  context: Context,
  id: string,
  summary: string | ((status: string) => string),
): Promise<Asked | undefined> {
  if (isDryRun(context.flags)) return undefined;
  const row = await readIfThere(context, 'getRequest', { id });
  const lines = row === undefined ? [] : itemLines(row, presentFields(row), context);
  const status = asText(row?.status);
  const title = typeof summary === 'string' ? summary : summary(status);
  if (lines.length > 0) await printReceipt(context, title, lines);
  return { summary: title, subject: subjectOf(lines, ['Ride', `${id}, status unknown`]) };
}
/** The fields of the receipt that the ride has: a waiting one has no driver. */
const presentFields = (row: Row) => ride.receipt.filter(({ path }) => asText(valueAt(row, path)) !== '');

const cancelWait: Command = {
  name: 'cancel-wait',
  values: '<id>',
  summary: 'Cancel a ride that is still waiting for a driver',
  description: 'It also ends a ride that is under way (INUSE); the question says which of both it is.',
  examples: ['tuk ride cancel-wait <id> --yes'],
  uses: { 'ride-hailing': ['getRequest', 'cancelWait'] },
  run: async ({ positionals: [id] }, context) =>
    printCall(context, 'cancelWait', { id }, undefined, await askedAbout(context, id!, waitSummary)),
};
/** What the call does to a ride in this status. */
const waitSummary = (status: string): string => {
  if (rideMap.aboard.includes(status)) return 'End the ride under way';
  return status === '' ? 'Cancel the ride or end it' : 'Cancel the ride that is still waiting';
};

const gps: Command = {
  name: 'gps',
  prints: 'nothing',
  summary: 'Report your position',
  options: [{ flags: '--at <lat,lon>', effects: 'plain', summary: 'the position, degrees' }, ...openFlags],
  examples: ['tuk ride gps --at 11.564,104.931 --yes'],
  uses: { 'ride-hailing': ['reportPosition'] },
  run: async ({ options }, context) => {
    const position =
      options.input === undefined || options.at !== undefined ? parsePoint(String(options.at ?? '')) : {};
    const params = await rideParams(context, 'reportPosition', position, options);
    const response = await callEndpoint(context, 'ride-hailing', 'reportPosition', params);
    if (response) context.log('✓ Reported.');
  },
};

export const changes: readonly Command[] = [cancel, cancelWait, gps];

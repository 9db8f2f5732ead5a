// The changes of a requested ride: cancel it, report the position.

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
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../text/visible.js';
import { ride, rideMap, waitedFor } from '../../things/ride.js';
import { parsePoint } from './location.js';
import { printCall, rideParams } from './ride-hailing.js';

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  description: `The status of the ride decides the call, also in a dry run: a ride that waits for a payment or a driver is no longer waited for, a ride under way (INUSE)
ends. The question says which of them it is. A reason is a field: -f reason=TEXT.`,
  options: openFlags,
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> -f reason="changed plans" --dry-run'],
  uses: { 'ride-hailing': ['getCancelStatus', 'getActiveRequest', 'getRequest', 'cancelRequest', 'cancelWait'] },
  run: async ({ positionals: [id], options }, context) => {
    const row = await readIfThere(context, 'getRequest', { id });
    const status = asText(row?.status);
    if (waitedFor.includes(status)) {
      const typed = ['field', 'jsonField', 'input', 'edit'].find((name) => options[name] !== undefined);
      if (typed !== undefined)
        throw new BadInput('STRAY_OPTION', `A ride that is ${status} is cancelled without fields; nothing was sent.`);
      if (!isDryRun(context.flags)) await refuseExcluded(context, id!);
      const aboard = rideMap.aboard.includes(status);
      const summary = aboard ? 'End the ride under way' : 'Cancel the ride that is still waiting';
      return printCall(context, 'cancelWait', { id }, undefined, await askedAbout(context, id!, row, summary));
    }
    if (!isDryRun(context.flags)) await logCancellationFee(context, id!);
    const body = await rideParams(context, 'cancelRequest', {}, options);
    const asked = await askedAbout(context, id!, row, 'Cancel the ride; a late cancellation may cost a fee');
    return printCall(context, 'cancelRequest', { id, ...body }, undefined, asked);
  },
};

/**
 * Reads whether the active ride can be cancelled, and its fee.
 * @throws {Refused} NOT_CANCELLABLE if that is the ride, and it cannot be cancelled now
 */
async function refuseExcluded(context: Context, id: string): Promise<Row> {
  const status = (await readIfThere(context, 'getCancelStatus')) ?? {};
  if (status.cancellable === false && asText((await readIfThere(context, 'getActiveRequest'))?.id) === id)
    throw new Refused(
      'refused',
      'NOT_CANCELLABLE',
      'The ride cannot be cancelled now; nothing was sent.',
      `See its status: ${nextCommand(context, `tuk ride status ${quoted(id)}`)}`,
    );
  return status;
}

/** Logs the fee of a cancellation, if the response has known fields; its currency is by the response, else by the ride. */
async function logCancellationFee(context: Context, id: string) {
  const { isFreeCancel, feeAmount, currency } = await refuseExcluded(context, id);
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

/** The question about a ride: its receipt has its status, way, fare and driver, as they are now. */
async function askedAbout(
  context: Context,
  id: string,
  row: Row | undefined,
  summary: string,
): Promise<Asked | undefined> {
  if (isDryRun(context.flags)) return undefined;
  const lines = row === undefined ? [] : itemLines(row, presentFields(row), context);
  if (lines.length > 0) await printReceipt(context, summary, lines);
  return { summary, subject: subjectOf(lines, ['Ride', `${id}, status unknown`]) };
}
/** The fields of the receipt that the ride has: a waiting one has no driver. */
const presentFields = (row: Row) => ride.receipt.filter(({ path }) => asText(valueAt(row, path)) !== '');

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

export const changes: readonly Command[] = [cancel, gps];

// Runs a change: arguments, call, receipt, confirmation, result. Each part is a file of its own.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { subjectOf } from '../../cli/prompts/subject.js';
import { isDryRun } from '../../cli/settings.js';
import { readsOf } from '../../money/reads.js';
import { OutcomeUnknown } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { usable } from '../request/call.js';
import type { Params } from '../request/params.js';
import type { Asked } from '../request/perform.js';
import { changeLines, printChangeReceipt } from './change-receipt.js';
import type { AnyChange, ChangeRun } from './change-spec.js';
import { completeArguments } from './complete-arguments.js';
import { moneyOptionsOf } from './money-options.js';
import { performCall } from './perform-call.js';
import { type PreparedCall, prepareCall } from './prepare-call.js';
import { preparedChange, withPrepared } from './prepared-request.js';
import { printChange } from './print-change.js';
import { factRead, fieldNamesOf } from './transfer.js';

/** Runs a change with typed arguments. @returns the exit code. @throws {Failure} */
export async function runChange(spec: AnyChange, typedArgs: Arguments, context: Context): Promise<number> {
  const args = await completeArguments(spec, typedArgs, context);
  const run: ChangeRun = { spec, args, context, reads: readsOf(factRead(context)) };
  const call = await prepareCall(run);
  const { params } = call.source;
  const response = await makeCall(run, call).catch((error: unknown) => {
    throw withNextCommand(run, error, params);
  });
  if (response) await printChange(run, response, params);
  return 0;
}

/** Shows the receipt and makes the call. @returns nothing for a dry run */
async function makeCall(run: ChangeRun, prepared: PreparedCall): Promise<Response | undefined> {
  const { args, context, reads } = run;
  const asked = prepared.call.effect === 'money' ? undefined : await showChange(run, prepared);
  const options = { ...(await moneyOptionsOf(args.options)), reads };
  const receipt = withPrepared(prepared.source, (request) => printChangeReceipt(run, request));
  const response = await performCall(context, prepared, options, receipt, asked);
  return response && usable(response);
}

/**
 * Shows the receipt of a change that moves no value, if it says more than the confirmation.
 * @returns the question, which names what the receipt is about; undefined for one about the request
 */
async function showChange(run: ChangeRun, { call, build, source }: PreparedCall): Promise<Asked | undefined> {
  const { spec, context } = run;
  if (isDryRun(context.flags) || source.wholeBody) return undefined;
  const request = await build(await context.http().requestContext());
  const lines = await changeLines(run, await preparedChange(call, request, fieldNamesOf(context), source));
  const saysMore = (spec.about ?? []).length > 0 || spec.receiptLines !== undefined;
  if (saysMore) await printReceipt(context, spec.summary, lines);
  const subject = subjectOf(lines, ['Request', `${request.method} ${new URL(request.url).pathname}`]);
  return { subject };
}

/** Adds the command that reads the outcome to a failure with an unknown outcome, unless it names one. */
function withNextCommand({ spec, context }: ChangeRun, error: unknown, params: Params): unknown {
  if (!(error instanceof OutcomeUnknown) || error.where.look !== undefined) return error;
  const line = spec.next?.(params, {});
  if (line === undefined) return error;
  const { message, where, cause, hint } = error;
  return new OutcomeUnknown(error, message, { ...where, look: nextCommand(context, line) }, cause, hint);
}

// The result of a change: its response or what is read back, steps for a person, and the next command.

import { nextCommand } from '../../cli/next-command.js';
import type { Presentation } from '../../cli/output/output.js';
import type { Response } from '../../services/http/send.js';
import { isRecord } from '../../services/json-value.js';
import { logReadFailure } from '../read/log-read-failure.js';
import { printCode } from '../read/print-code.js';
import type { Params } from '../request/params.js';
import type { ChangeRun, ReadRow } from './change-spec.js';

/** Prints the result of a change, the steps for a person, and the command that shows its outcome. @throws {Failure} */
export async function printChange(
  { spec: { readBack, columns, id, next, steps }, context, reads }: ChangeRun,
  response: Response,
  params: Params,
): Promise<void> {
  const presentation: Presentation = { columns, idPath: id };
  const json = await (typeof readBack === 'object' ? readBack.read : readBack)?.(params, context, response).catch(
    (error: unknown) => logReadFailure(error, context),
  );
  if (json === undefined) await context.out.printResponse(response, presentation);
  else await context.out.print(json, presentation);
  if (response.isEarlier && response.text === '') return; // no data for a next step
  const row = isRecord(response.data) ? response.data : {};
  const read: ReadRow = (service, endpoint, values) => reads.get(service, endpoint, values).catch(() => undefined);
  for (const step of (await steps?.(params, row, read)) ?? []) {
    context.log(`  ${typeof step === 'string' ? step : step.says}`);
    if (typeof step !== 'string') await printCode(step.code, context);
  }
  const line = next?.(params, row, response.operation);
  if (line !== undefined) context.log(`  Next: ${nextCommand(context, line)}`);
}

// Prints the sums of a response of `tuk api`, which has amounts as the service states them: some are in base units.

import type { Context } from '../../cli/context.js';
import type { Presentation } from '../../cli/output/output.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { things } from '../../things/index.js';
import type { Units } from '../../things/thing.js';

/** Prints the sums of a response. @throws as `sumPresentation`, and the errors of the output */
export const printSum = async (response: Response, { out, flags }: Context): Promise<void> =>
  out.printResponse(response, sumPresentation(response.call, flags.sum!));

/**
 * The presentation of a response whose rows are summed by a field: base units with the decimals of their thing are added as whole
 * tokens.
 * @throws {BadInput} BASE_UNITS for base units without decimals in their rows: tokens of several decimals have no sum
 */
function sumPresentation(call: Call, sum: string): Presentation {
  const path = sum.replace(/^\./, '');
  const units = unitsOf(call, path);
  if (units === undefined) return {};
  if (units.decimals !== undefined) return { columns: [{ path, as: { units: units.decimals, token: units.token } }] };
  throw new BadInput(
    'BASE_UNITS',
    `${path} of ${call.service} ${kebab(call.name)} is in base units, and its rows state no decimals: no sum was printed.`,
    'An everyday command adds whole tokens: tuk wallet --help',
  );
}

/** The units of a field: of the thing of the call, else of any thing of the service with a field of this name. */
function unitsOf({ service, name }: Call, path: string): Units | undefined {
  const made = `${service} ${name}`;
  const own = things.filter(({ reads }) => reads.some(({ call }) => call === made));
  const ofService = things.filter(({ reads }) => reads.some(({ call }) => call.startsWith(`${service} `)));
  return (own.length > 0 ? own : ofService).flatMap(({ units }) => (units?.amounts.includes(path) ? units : []))[0];
}

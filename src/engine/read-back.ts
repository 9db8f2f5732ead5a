// What became of a change: its row in the list that holds it afterwards, beside the answer that it had.

import type { Context } from '../cli/context.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { Response } from '../services/http/send.js';
import { isNothing, isRecord, valueAt } from '../services/json-value.js';
import { listing } from '../ui/format/columns.js';
import type { Params } from './params.js';
import { readOnce } from './read-command.js';

/** A list that holds what was changed. */
interface Became {
  readonly service: ServiceName;
  readonly call: string;
  /** What it is asked with, of what was given. */
  readonly with?: readonly string[];
  /** The path at which the row has the same as the answer. */
  readonly same: string;
  /** The fields of the row that are shown, where not all of it stands in the place of the answer's own. */
  readonly takes?: readonly string[];
}

/** Reads the list and gives the answer as its row has it now, as JSON text; nothing where no row is it. @throws {Failure} */
export const readBack =
  ({ service, call, with: asked = [], same, takes }: Became) =>
  async (given: Params, context: Context, { text }: Pick<Response, 'text'>): Promise<string | undefined> => {
    const { parseLossless, stringifyLossless } = await import('../services/lossless-number.js');
    const answer = text === '' ? undefined : parseLossless(text);
    const values = Object.fromEntries(asked.map((name) => [name, given[name]]));
    const list = await readOnce(context, service, call, values, {}, { patient: true });
    const wanted = valueAt(answer, same);
    const row = listing(parseLossless(list.text))?.rows.find((one) => !isNothing(wanted) && valueAt(one, same) === wanted);
    if (!row || !isRecord(answer)) return undefined;
    const shown = takes === undefined ? row : Object.fromEntries(takes.filter((name) => name in row).map((name) => [name, row[name]]));
    return stringifyLossless({ ...answer, ...shown });
  };

// The specs of commands that change something: endpoint, parameters, prompts, receipt. Types only.

import type { Arguments, Context } from '../../cli/command/command.js';

import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import type { Question } from '../../cli/prompts/wizard.js';
import type { Reads } from '../../money/facts/reads.js';
import type { EndpointName, ParamName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Response } from '../../services/http/send.js';
import type { Row } from '../../services/json-value.js';
import type { Column } from '../../text/column.js';
import type { ReadBack } from '../read/read-back.js';
import type { Choices } from '../request/endpoints.js';
import type { Params } from '../request/params.js';
import type { CommandSpec, OneOrSeveral } from '../request/spec-types.js';

interface AboutOptions {
  readonly params?: Params;
  /** Adds the fields of -f and -F to the query. */
  readonly open?: true;
  readonly requires?: string;
  /** Whether a 404 is accepted; the receipt then lacks this read. */
  readonly optional?: true;
  readonly columns: readonly Column[];
}
/**
 * An endpoint with a response for the receipt of a change. `paramsFrom` maps each parameter of the endpoint to a
 * parameter of the change; by default `id` fills `id`.
 */
type AboutOf<S extends ServiceName> = {
  [E in EndpointName<S>]: { readonly endpoint: E; readonly paramsFrom?: ParamSources<S, E> };
}[EndpointName<S>];
type ParamSources<S extends ServiceName, E> = { readonly [Name in ParamName<S, E>]?: string };
type About<S extends ServiceName> = AboutOptions &
  (
    | ({ readonly service?: never } & AboutOf<S>)
    | { [Other in ServiceName]: { readonly service: Other } & AboutOf<Other> }[ServiceName]
  );
export interface AnyAbout extends AboutOptions {
  readonly service?: ServiceName;
  readonly endpoint: string;
  readonly paramsFrom?: Readonly<Record<string, string>>;
}

/** A sentence, and the address in it that a terminal shows as a QR code. */
type Step = string | { readonly says: string; readonly code: string };

export interface ChangeSpec extends CommandSpec {
  /** The body of its endpoint is open to -f, -F, --edit and --input. `needed`: no field of it is public. */
  readonly open?: true | 'needed';
  /** Changes to the prompts of options and values, by key, if an option's help text is not enough. */
  readonly prompts?: Readonly<Record<string, Partial<Question>>>;
  /** More lines of the receipt, from the reads in `about`. @throws {Failure} if the change is impossible */
  readonly receiptLines?: (
    rows: readonly (Row | undefined)[],
    params: Params,
    context: Context,
  ) => readonly ReceiptLine[] | Promise<readonly ReceiptLine[]>;
  /** Converts typed values to the parameters of the endpoint, if they differ. @throws {BadInput} */
  readonly toParams?: (input: Params, args: Arguments, context: Context) => Params | Promise<Params>;
  /** Steps for a person before the next command, in sentences, such as the address to pay to, with its QR code. */
  readonly steps?: (params: Params, response: Row, read: ReadRow) => readonly Step[] | Promise<readonly Step[]>;
  /**
   * The command that shows the result, from the parameters, the response and the id in the ledger. The response is
   * empty for an unknown outcome; the operation is missing if nothing was recorded.
   */
  readonly next?: (params: Params, response: Row, operation?: string) => string | undefined;
  /** A read that replaces the printed response. @returns JSON text */
  readonly readBack?:
    | ReadBack
    | ((params: Params, context: Context, response: Pick<Response, 'text'>) => Promise<string | undefined>);
  readonly columns?: readonly Column[];
  /** The path of the result's id, for `-o name`. */
  readonly id?: string;
  /** The change moves value; `to recipient`: to a recipient of the user's choice. */
  readonly money?: true | 'to recipient';
}
/** Returns the response of a read, reusing one from before the change; undefined after a failure. */
export type ReadRow = (service: ServiceName, endpoint: string, params: Params) => Promise<Row | undefined>;
/**
 * A change of one endpoint, or of several of which the first suitable is called. It never falls back to another
 * endpoint.
 */
export type ChangeCommandSpec<S extends ServiceName> = ChangeSpec & {
  readonly about?: readonly About<S>[];
} & OneOrSeveral<S>;
/** A change with its service and endpoint choices, checked by the compiler. */
export interface AnyChange extends ChangeSpec {
  readonly service: ServiceName;
  readonly endpoints: Choices;
  readonly about?: readonly AnyAbout[];
}

/** One run of a change: its spec, its complete arguments, and the reads that its parts share. */
export interface ChangeRun {
  readonly spec: AnyChange;
  readonly args: Arguments;
  readonly context: Context;
  readonly reads: Reads;
}

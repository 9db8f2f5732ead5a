// The specs of commands that change something: the endpoint, its parameters, the prompts for missing ones, the receipt. Types only.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import type { Question } from '../../cli/prompts/wizard.js';
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
  /** Constant parameters. */
  readonly params?: Params;
  /** Adds the fields of -f and -F to the query, too. */
  readonly open?: true;
  /** The parameter without which the read is left out. */
  readonly requires?: string;
  /** Whether a 404 is accepted; the receipt then has no lines of this read. */
  readonly optional?: true;
  /** The fields of the response that the receipt shows. */
  readonly columns: readonly Column[];
}
/**
 * An endpoint whose response the receipt of a change shows. `paramsFrom` maps each parameter of the endpoint to the parameter of the change that fills it;
 * without it, `id` fills `id`.
 */
type AboutOf<S extends ServiceName> = {
  [E in EndpointName<S>]: { readonly endpoint: E; readonly paramsFrom?: ParamSources<S, E> };
}[EndpointName<S>];
type ParamSources<S extends ServiceName, E> = { readonly [Name in ParamName<S, E>]?: string };
/** A read that is made before a change. */
type About<S extends ServiceName> = AboutOptions &
  (({ readonly service?: never } & AboutOf<S>) | { [Other in ServiceName]: { readonly service: Other } & AboutOf<Other> }[ServiceName]);
export interface AnyAbout extends AboutOptions {
  readonly service?: ServiceName;
  readonly endpoint: string;
  readonly paramsFrom?: Readonly<Record<string, string>>;
}

/** The members of every change. */
export interface ChangeSpec extends CommandSpec {
  /** The body of its endpoint is open: the person may add fields with -f, -F and --input. */
  readonly open?: true;
  /** Changes to the prompts of options and values, by key, where the help text of the option is not enough. */
  readonly prompts?: Readonly<Record<string, Partial<Question>>>;
  /** More lines of the receipt, from the responses of the reads in `about`. @throws {Failure} where the change cannot be made */
  readonly receiptLines?: (rows: readonly (Row | undefined)[], params: Params, context: Context) => readonly ReceiptLine[];
  /** Turns what was typed into the parameters of the endpoint, where they differ. @throws {BadInput} */
  readonly toParams?: (input: Params, args: Arguments, context: Context) => Params | Promise<Params>;
  /** What a person has to do before the next command, in sentences: the address to pay to. */
  readonly steps?: (params: Params, response: Row, read: ReadRow) => readonly string[] | Promise<readonly string[]>;
  /**
   * The command that shows the result, from the parameters, the response and the id in the ledger; the response is empty where its outcome is unknown, and
   * without an operation nothing was recorded.
   */
  readonly next?: (params: Params, response: Row, operation?: string) => string | undefined;
  /** A read that is printed in place of the response. @returns JSON text */
  readonly readBack?: ReadBack | ((params: Params, context: Context, response: Pick<Response, 'text'>) => Promise<string | undefined>);
  readonly columns?: readonly Column[];
  /** The path of the field that identifies the result, for `-o name`. */
  readonly id?: string;
  /** The change moves value; `to recipient`: to a recipient of the user's choice. */
  readonly money?: true | 'to recipient';
}
/** Returns the response of a read, that from before the change where it was made then; nothing where it fails. */
export type ReadRow = (service: ServiceName, endpoint: string, params: Params) => Promise<Row | undefined>;
/** A change of one endpoint, or of several of which the first that fits is called. A change never falls back to another endpoint. */
export type ChangeCommandSpec<S extends ServiceName> = ChangeSpec & { readonly about?: readonly About<S>[] } & OneOrSeveral<S>;
/** A change with its service and its endpoint choices, whose types the compiler has checked. */
export interface AnyChange extends ChangeSpec {
  readonly service: ServiceName;
  readonly endpoints: Choices;
  readonly about?: readonly AnyAbout[];
}

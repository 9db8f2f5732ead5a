// The specs of commands that read: lists and details as data, with their endpoints, parameters and columns. Types only.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Chart } from '../../text/chart.js';
import type { Column } from '../../text/column.js';
import type { Choices } from '../request/endpoints.js';
import type { Params } from '../request/params.js';
import type { CommandSpec, OneOrSeveral } from '../request/spec-types.js';
import type { Pages } from './paging.js';

/** Makes one request of a read with these parameters (`anyWord`: enum values come from a service, and are not checked). */
export type FetchOnce = (params: Params, callOptions?: { readonly anyWord: true }) => Promise<Response | undefined>;

/** The members of every read. */
interface ReadSpec extends CommandSpec {
  /** The query of its endpoint is open: the person may add fields with -f and -F. */
  readonly open?: true;
  readonly columns?: readonly Column[];
  /** The path of the field that identifies a row, by default `id`. */
  readonly id?: string;
  /** The message for an empty list, or a record without a value, and the next step. */
  readonly empty?: readonly [nothing: string, next: string];
  /** The response is one record, though it has a list. */
  readonly singleRecord?: true;
  /** Turns what was typed into the parameters of the endpoint, where they differ. @throws {BadInput} */
  readonly toParams?: (params: Params, args: Arguments, context: Context) => Params | Promise<Params>;
  /**
   * Fetches the rows with several requests; `once` makes one. A failure of a part is added to `partialFailures`: it is logged, and sets the exit code, after
   * the rest was printed. @returns JSON text; nothing in a dry run
   */
  readonly fetchAll?: (
    once: FetchOnce,
    params: Params,
    tools: { readonly args: Arguments; readonly context: Context; readonly partialFailures: Failure[] },
  ) => Promise<string | undefined>;
  /** Each row says what of it could not be read: a screen shows the rows although a part has failed. */
  readonly rowsTellFailures?: true;
  /** Selects or rearranges what is printed of the response. @param json its JSON text, numbers as they came */
  readonly transform?: (json: string, args: Arguments, context: Context) => string | Promise<string>;
  /** Makes such a function, where it needs something that is read once for all pages. */
  readonly transformAll?: (args: Arguments, context: Context) => (json: string) => string | Promise<string>;
}
interface ListOnly {
  /** The bar chart below the table, on a terminal. */
  readonly chart?: Chart;
  /** How --all requests the next page. */
  readonly pages?: Pages;
}
/** A list of one endpoint, or of several of which one is selected. */
export type ListCommandSpec<S extends ServiceName> = ReadSpec & ListOnly & OneOrSeveral<S>;
/** The details of one thing. */
export type ShowCommandSpec<S extends ServiceName> = ReadSpec & OneOrSeveral<S>;
/** A read with its service and its endpoint choices, whose types the compiler has checked. */
export interface AnyRead extends ReadSpec, ListOnly {
  readonly service: ServiceName;
  readonly endpoints: Choices;
}

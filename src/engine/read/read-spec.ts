// The specs of commands that read: lists and details as data, with endpoints, parameters and columns. Types only.

import type { Arguments, Context } from '../../cli/command/command.js';

import type { ServiceName } from '../../services/catalogue/index.js';
import type { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Chart } from '../../text/chart.js';
import type { Column } from '../../text/column.js';
import type { Scope } from '../../text/empty.js';
import type { CodeField, Thing } from '../../things/thing.js';
import type { Choices } from '../request/endpoints.js';
import type { Params } from '../request/params.js';
import type { CommandSpec, OneOrSeveral } from '../request/spec-types.js';

/** Makes one request of a read. `anyWord`: enum values come from a service, and are not checked. */
export type FetchOnce = (params: Params, callOptions?: { readonly anyWord: true }) => Promise<Response | undefined>;

interface ReadSpec extends CommandSpec {
  /** The thing that it shows: its pages on the web add --web. */
  readonly shows?: Pick<Thing, 'webPages' | 'name'>;
  /** The query of its endpoint is open to -f and -F. */
  readonly open?: true;
  readonly columns?: readonly Column[];
  /** The path of the id of a row, by default `id`. */
  readonly id?: string;
  /**
   * The paths that tell the rows apart, if the id alone does not: marks and -w know a row by them. By default the id.
   */
  readonly key?: readonly string[];
  /** The message for an empty list, or a record without a value, and the next step. */
  readonly empty?: readonly [nothing: string, next: string];
  /** Of what the response speaks beside the typed values, once the parameters are known. */
  readonly scope?: (params: Params, args: Arguments) => Scope;
  /** The address of the record that a terminal also shows as a QR code. */
  readonly code?: CodeField;
  /** The response is one record, although it has a list. */
  readonly singleRecord?: true;
  /** Converts typed values to the parameters of the endpoint, if they differ. @throws {BadInput} */
  readonly toParams?: (params: Params, args: Arguments, context: Context) => Params | Promise<Params>;
  /**
   * Fetches the rows with several requests; `once` makes one. A failure of a part is added to `partialFailures`: after
   * the rest was printed, it is logged and sets the exit code. @returns JSON text; undefined in a dry run
   */
  readonly fetchAll?: (
    once: FetchOnce,
    params: Params,
    tools: { readonly args: Arguments; readonly context: Context; readonly partialFailures: Failure[] },
  ) => Promise<string | undefined>;
  /**
   * Reads the pages from another source than the endpoint, if the options ask for it; it says itself whether more
   * rows follow. It yields nothing in a dry run. @returns undefined for the endpoint
   */
  readonly otherSource?: (
    params: Params,
    tools: { readonly args: Arguments; readonly context: Context; readonly partialFailures: Failure[] },
  ) => AsyncIterable<string> | undefined;
  /** Each row names its unreadable parts: a screen shows the rows even if a part failed. */
  readonly rowsTellFailures?: true;
  /** Selects or rearranges the printed response. @param json its JSON text, with unchanged numbers */
  readonly transform?: (json: string, args: Arguments, context: Context) => string | Promise<string>;
  /** Makes a `transform` that reads something once for all pages. */
  readonly transformAll?: (args: Arguments, context: Context) => (json: string) => string | Promise<string>;
}
interface ListOnly {
  readonly chart?: Chart;
  readonly pages?: true;
}
/** A list of one endpoint, or of several of which one is selected. */
export type ListCommandSpec<S extends ServiceName> = ReadSpec & ListOnly & OneOrSeveral<S>;
export type ShowCommandSpec<S extends ServiceName> = ReadSpec & OneOrSeveral<S>;
/** A read with its service and endpoint choices, checked by the compiler. */
export interface AnyRead extends ReadSpec, ListOnly {
  readonly service: ServiceName;
  readonly endpoints: Choices;
  /** A list of one source, whose next page a response may name. */
  readonly isList?: true;
}

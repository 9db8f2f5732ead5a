// A call that may know a text, as data.

import type { ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { ScrapKind } from './scrap.js';

/** The fields that are amounts in base units, and their token: the path of its symbol, or what each type of a row moves. */
export interface Units {
  readonly amounts: readonly string[];
  readonly token: string | Readonly<Record<string, string>>;
  /** The decimals, where no list of tokens is needed for them. */
  readonly decimals?: number;
}

/** A call that may know a text. */
export interface Source {
  readonly service: ServiceName;
  readonly call: string;
  /** What a row of it is, for people. */
  readonly what: string;
  /** The kinds of text that it may know. */
  readonly kinds: readonly ScrapKind[];
  /** The parameters that name the text; without them the call returns a list, in which rows that hold the text are found. */
  readonly params?: (text: string, network: string) => Readonly<Record<string, unknown>>;
  /** It is asked once for each network of the text. */
  readonly eachNetwork?: true;
  /** The names of fields in other rows that hold its id: they are followed. */
  readonly fields?: RegExp;
  readonly statusList?: StatusList;
  /** The command that shows it, with `{id}`, `{network}` and other fields of it in braces; its columns are those of the thing. */
  readonly command?: string;
  /** The amounts in base units, and the token that they are of. */
  readonly units?: Units;
  /** Other ids in it are followed too, where a link has led to it. */
  readonly leadsOn?: true;
  /** The fields that tell two rows without an id apart; by default all of them. */
  readonly identity?: readonly string[];
  /** The fields that say it in one line (`direction`: in or out, of the address that was looked up); a thing with them has no labelled fields on a terminal. */
  readonly oneLine?: readonly string[];
}

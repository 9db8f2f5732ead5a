// One thing of a dossier.

import type { StatusClass } from '../../services/catalogue/statuses.js';
import type { Row } from '../../services/json-value.js';
import type { Thing } from '../../things/thing.js';

/** One thing that was found. */
export interface Part {
  /** The kind of thing; nothing for an operation or a contact. */
  readonly thing?: Thing;
  readonly what: string;
  readonly id: string;
  readonly status?: string;
  readonly class?: StatusClass;
  /** What the status means. */
  readonly means?: string;
  /** The service and the call that returned it, or this machine. */
  readonly from: string;
  /** The command that shows it. */
  readonly command?: string;
  /** The places of the parts that name one of its ids, or whose ids it names. */
  readonly links: readonly number[];
  /** The paths of the fields that are the text, where its id is not. */
  readonly matches?: readonly string[];
  /** It in one line: `SEND_ETH 0.02 ETH`. */
  readonly summary?: string;
  /** Its amounts for people in place of base units, by the names of their fields. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly row: Row;
}

// Reads the statuses of things: a request per thing, or one request per list and poll.

import type { Context } from '../../cli/command.js';
import { spelled } from '../../services/catalogue/statuses.js';
import { foldedText } from '../../services/fold-text.js';
import { Failure, Refused, ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { StatusReading, WatchKind } from '../../things/kind.js';
import { type AnyEndpoint, readEndpoint } from '../request/call.js';
import { isUnknownRoute } from '../request/endpoints.js';
import { driverPoint } from './driver-position.js';
import type { StatusRead } from './status-stream.js';

export interface Subject {
  /** Its name in the output, as typed. */
  readonly name: string;
  readonly kind: WatchKind;
  /** Its id for the call; for a transaction with its network, `BSC:0x…`. */
  readonly id: string;
}

/** Reads statuses, sharing lists within a poll. */
export class StatusReader {
  readonly #chosen = new Map<string, StatusReading>();
  #lists = new Map<string, Promise<readonly Row[]>>();

  /** Starts a poll: lists are read again. */
  nextPoll(): void {
    this.#lists = new Map();
  }

  /** The reading of a thing; of several readings the first, until one has known the id. */
  readingOf({ name, kind }: Subject): StatusReading {
    return this.#chosen.get(name) ?? kind.readings[0]!;
  }

  /**
   * Reads the status of a thing.
   * @throws {Failure}; {Refused} NOT_LISTED for an unlisted id; {ServerFailure} NO_WORD for a row without a status
   */
  async read(subject: Subject, context: Context): Promise<StatusRead<unknown>> {
    const row = await this.#rowOf(subject, context);
    const reading = this.readingOf(subject);
    if (row === undefined) {
      if (reading.late) return { status: undefined, row: null, reason: 'no row of the list has its id yet' };
      throw new Refused(
        'not-found',
        'NOT_LISTED',
        `No row of ${reading.service} ${reading.call} has the id of ${subject.name}.`,
        'Find its kind: tuk find ID',
      );
    }
    return statusIn(row, reading, subject);
  }

  /** The row of a thing, by the first reading that knows the id. */
  async #rowOf(subject: Subject, context: Context): Promise<Row | undefined> {
    const chosen = this.#chosen.get(subject.name);
    const readings = chosen ? [chosen] : subject.kind.readings;
    for (const [at, reading] of readings.entries())
      try {
        const row = await this.#row(reading, subject, context);
        this.#chosen.set(subject.name, reading);
        return row;
      } catch (error) {
        const next = readings[at + 1];
        if (
          !next ||
          !(next.ifUnknownRoute ? isUnknownRoute(error) : error instanceof Failure && error.kind === 'not-found')
        )
          throw error;
      }
    return undefined;
  }

  async #row(reading: StatusReading, { id }: Subject, context: Context): Promise<Row | undefined> {
    if (reading.params) {
      const value = await responseOf(reading, reading.params(id), context);
      if (isRecord(value)) return value;
      throw new ServerFailure('NO_WORD', `The response about ${id} is not an object, so it has no status.`, {
        service: reading.service,
        call: reading.call,
      });
    }
    const foldedId = foldedText(id);
    const rows = await this.rowsOf(reading, context);
    return rows.find((row) => reading.ids.some((path) => foldedText(asText(valueAt(row, path))) === foldedId));
  }

  /** The rows of a list, or its one record, with one request per poll. @throws {Failure} */
  rowsOf(list: Pick<StatusReading, 'service' | 'call'>, context: Context): Promise<readonly Row[]> {
    const key = `${list.service} ${list.call}`;
    const rows =
      this.#lists.get(key) ??
      responseOf(list, {}, context).then((value) => listing(value)?.rows ?? (isRecord(value) ? [value] : []));
    this.#lists.set(key, rows);
    return rows;
  }
}

async function responseOf(
  { service, call }: Pick<StatusReading, 'service' | 'call'>,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<unknown> {
  const { text } = await readEndpoint(context, service, call as AnyEndpoint, params);
  return text === '' ? undefined : parseLossless(text);
}

/**
 * The status of a thing in its row.
 * @throws {ServerFailure} NO_WORD if the row has no status field: the wait would never end
 */
function statusIn(
  row: Row,
  reading: StatusReading,
  { kind, name }: Pick<Subject, 'kind' | 'name'>,
): StatusRead<unknown> {
  const point = kind.hasDriver ? driverPoint(row) : undefined;
  const read = { row, progress: point && JSON.stringify(point) };
  const value = reading.status.map((path) => valueAt(row, path)).find((status) => !isNothing(status));
  if (value !== undefined)
    return isScalar(value)
      ? { ...read, status: spelled(reading.statusList, asText(value)) }
      : { ...read, status: undefined, reason: 'its status is not a word' };
  if (reading.existing !== undefined) return { ...read, status: reading.existing };
  if (reading.status.some((path) => valueAt(row, path.split('.')[0]!) !== undefined))
    return { ...read, status: undefined, reason: 'it has no status now' };
  throw new ServerFailure(
    'NO_WORD',
    `The response about ${name} has no field ${reading.status[0]}, so its end cannot be detected.`,
    {
      service: reading.service,
      call: reading.call,
    },
  );
}

// Reads the statuses of things: a request per thing, or one request per list and poll.

import type { Context } from '../../cli/command/command.js';
import { foldedText } from '../../services/fold-text.js';
import { isId } from '../../services/forms.js';
import { Failure, Refused, ServerFailure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { isRecord, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { fieldNames } from '../../services/row-fields.js';
import { type DecodedThing, thingIn, thingsIn } from '../../things/decoded.js';
import type { OwnList, StatusReading, WatchKind } from '../../things/kind.js';
import { type AnyEndpoint, readFact } from '../request/call.js';
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
  readonly #waitsForExistence: boolean;
  readonly #chosen = new Map<string, StatusReading>();
  #lists = new Map<string, Promise<unknown>>();

  /** @param waitsForExistence whether a thing that the service does not show is not there yet */
  constructor(waitsForExistence = false) {
    this.#waitsForExistence = waitsForExistence;
  }

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
    const thing = await this.#thingOf(subject, context).catch((error: unknown) => {
      if (this.#waitsForExistence && error instanceof Failure && error.kind === 'not-found') return undefined;
      throw error;
    });
    const reading = this.readingOf(subject);
    if (thing === undefined) {
      if (this.#waitsForExistence) return { status: undefined, row: null, reason: 'the service does not show it yet' };
      if (reading.late) return { status: undefined, row: null, reason: 'no row of the list has its id yet' };
      throw new Refused(
        'not-found',
        'NOT_LISTED',
        `No row of ${reading.service} ${reading.call} has the id of ${subject.name}.`,
        'Find its kind: tuk find ID',
      );
    }
    return statusIn(thing, reading, subject);
  }

  /** A thing, by the first reading that knows the id. */
  async #thingOf(subject: Subject, context: Context): Promise<DecodedThing | undefined> {
    const chosen = this.#chosen.get(subject.name);
    const readings = chosen ? [chosen] : subject.kind.readings;
    for (const [at, reading] of readings.entries())
      try {
        const thing = await this.#read(reading, subject, context);
        this.#chosen.set(subject.name, reading);
        return thing;
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

  async #read(reading: StatusReading, { id }: Subject, context: Context): Promise<DecodedThing | undefined> {
    if (reading.params) {
      const value = await responseOf(reading, reading.params(id), context);
      const thing = isRecord(value) ? thingIn(reading.thing, value, reading.read) : undefined;
      if (thing && isAboutAnother(thing, id)) throw otherThing(reading, id, thing.ids[0]!);
      if (thing) return thing;
      throw new ServerFailure('NO_WORD', `The response about ${id} is not an object, so it has no status.`, {
        service: reading.service,
        call: reading.call,
      });
    }
    const foldedId = foldedText(id);
    const things = await this.thingsOf(reading, context);
    return things.find(({ ids }) => ids.some((known) => foldedText(known) === foldedId));
  }

  /** The things in a list, or the one in its record, with one request per poll. @throws {Failure} */
  async thingsOf({ service, call, thing, read }: OwnList, context: Context): Promise<readonly DecodedThing[]> {
    const key = `${service} ${call}`;
    const response = this.#lists.get(key) ?? responseOf({ service, call }, {}, context);
    this.#lists.set(key, response);
    const value = await response;
    return thingsIn(thing, value, read) ?? [thingIn(thing, value, read) ?? []].flat();
  }
}

/** The form of an id: two ids of one form name things in one way, so that they can be compared. */
const formOf = (id: string) => (isId(id) ? 'id' : id.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a'));
/** Whether a response is about another thing: its ids have the form of the requested one, and no field has that one. */
const isAboutAnother = ({ ids, row }: DecodedThing, id: string) =>
  /\d/.test(id) &&
  ids.length > 0 &&
  ids.every((known) => formOf(known) === formOf(id)) &&
  !fieldsIn(row).some(({ text }) => foldedText(text) === foldedText(id));
const otherThing = ({ service, call }: StatusReading, id: string, stated: string): ServerFailure =>
  new ServerFailure(
    'OTHER_THING',
    `You asked for ${JSON.stringify(id.slice(0, 60))}, and the response is about ${JSON.stringify(stated.slice(0, 60))} (${service} ${call}).`,
    { service, call },
  );

async function responseOf(
  { service, call }: Pick<StatusReading, 'service' | 'call'>,
  params: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<unknown> {
  const { text } = await readFact(context, service, call as AnyEndpoint, params);
  return text === '' ? undefined : parseLossless(text);
}

/**
 * The status of a thing in its row.
 * @throws {ServerFailure} NO_WORD if no field is known as its status: the wait would never end
 */
function statusIn(
  { row, status }: DecodedThing,
  { service, call, thing, read: { status: ofRead } }: StatusReading,
  { kind, name }: Pick<Subject, 'kind' | 'name'>,
): StatusRead<unknown> {
  const point = kind.hasDriver ? driverPoint(row) : undefined;
  const read = { row, progress: point && JSON.stringify(point) };
  if (status.is === 'known' && status.value !== undefined) return { ...read, status: status.value };
  const paths = (ofRead ?? thing.status)?.at ?? [];
  const isDeclared = paths.some((path) => valueAt(row, path.split('.')[0]!) !== undefined);
  if (status.is === 'known' || isDeclared) {
    const isObject = paths.some((path) => isRecord(valueAt(row, path)));
    return { ...read, status: undefined, reason: isObject ? 'its status is not a word' : 'it has no status now' };
  }
  throw new ServerFailure(
    'NO_WORD',
    `No field of the response about ${name} is known as its status, so its end cannot be detected; there are: ${fieldNames([row]).slice(0, 20).join(', ')}.`,
    { service, call },
  );
}

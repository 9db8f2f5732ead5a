// Explains ids and times by their form: UUIDs, ULIDs, epoch times, e-mail addresses, vehicle identification numbers.

import { networkOf } from '../../money/networks.js';
import { counted } from '../../services/counted.js';
import { isVin } from '../../text/id-forms.js';
import { momentOf } from '../../text/time.js';
import { operation } from './operation.js';
import type { Explanation, Recogniser } from './recogniser.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in a UUID of version 7 or a ULID, ISO; undefined for a time before 2010 or after 2100. */
function timeIn(milliseconds: number): string | undefined {
  const isLikely = milliseconds > Date.UTC(2010, 0, 1) && milliseconds < Date.UTC(2100, 0, 1);
  return isLikely ? new Date(milliseconds).toISOString() : undefined;
}
const ulidTime = (text: string): string | undefined =>
  timeIn([...text.slice(0, 10).toUpperCase()].reduce((sum, letter) => sum * 32 + crockford.indexOf(letter), 0));

const idMeans =
  'Its form does not say of what: an order, a ride, a user, or the request id of an error, by which support can search.';
const formSource = 'its form; the ledger of this machine; no service was asked';

export const id: Recogniser = {
  kind: 'a UUID, a ULID, a request id, a time in seconds, an e-mail address, a vehicle identification number',
  explain: async (question): Promise<readonly Explanation[]> => {
    const { text } = question;
    const row = (
      is: string,
      of: string,
      means: string,
      next = `tuk find ${text}`,
      source = formSource,
    ): readonly Explanation[] => [{ word: text, is, of, means, source, next }];
    const [, version, variant = ''] = uuid.exec(text) ?? [];
    if (version !== undefined) {
      const operations = await operation.explain(question);
      const time = version === '7' ? timeIn(Number.parseInt(text.replace(/-/g, '').slice(0, 12), 16)) : undefined;
      const name = /^0{8}-(0{4}-){3}0{12}$/.test(text)
        ? 'the empty UUID'
        : /[89ab]/i.test(variant)
          ? `version ${Number.parseInt(version, 16)}`
          : 'no known version';
      const unknown = operations.length > 0 ? '' : ' The ledger of this machine has no operation with it.';
      return row('id (UUID)', name, `${time === undefined ? '' : `It was made ${time}. `}${idMeans}${unknown}`);
    }
    if (ulid.test(text) && /[a-z]/i.test(text)) {
      const time = ulidTime(text);
      return row('id (ULID)', time === undefined ? 'no likely time' : `made ${time}`, idMeans);
    }
    if (/^\d{10}$|^\d{13}$/.test(text)) {
      const at = Number(text) * (text.length === 10 ? 1000 : 1);
      return row(
        'time',
        `epoch ${text.length === 10 ? 'seconds' : 'milliseconds'}`,
        `If it is a time, it is ${new Date(at).toISOString()}, here ${momentOf(at)}.`,
        'tuk help output',
        'its form: a number of ten or thirteen digits',
      );
    }
    if (/^0x[0-9a-f]{1,16}$/i.test(text)) {
      const value = BigInt(text);
      const on = value <= BigInt(Number.MAX_SAFE_INTEGER) ? networkOf(Number(value)) : undefined;
      const chain = on === undefined ? '' : ` As a chain id it is ${on}.`;
      return row(
        'hexadecimal number',
        counted(text.length - 2, 'digit'),
        `As a number it is ${value}.${chain}`,
        'tuk help output',
        'its form',
      );
    }
    if (/^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(text))
      return row('e-mail address', 'a person', 'Its form says no more.');
    if (isVin(text)) return row('vehicle identification number', 'a vehicle', 'It may be one: 17 letters and digits.');
    return [];
  },
};

// The JSON Schema of a map, for editors: its keys, the services, the things with their fields, and the words of statuses.

import { serviceNames } from '../../services/catalogue/index.js';
import { wordsOf } from '../../services/catalogue/statuses.js';
import { millisecondsIn } from '../../services/decode/map.js';
import { things } from '../../things/index.js';
import { declaredPaths, mapKeys, zoneForm } from '../../things/map-file.js';

type Schema = Readonly<Record<string, unknown>>;

const path: Schema = { type: 'string', description: 'A path such as data.list' };
const closed = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const paths = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, path]));
const moneyOf = (keys: readonly string[]) => ({ ...paths(keys), scale: { anyOf: [path, { type: 'integer' }] } });
/** A field: its path, or those of its money. */
const field: Schema = { anyOf: [path, closed(moneyOf(mapKeys.amount))] };
const keyed = (keys: readonly string[]): Schema =>
  closed(Object.fromEntries(keys.map((key) => [key, special[key] ?? path])));
const special: Readonly<Record<string, Schema>> = {
  ok: { type: 'string', description: 'The condition of a success: code = 0', pattern: '^\\S+\\s*(==?|!=)\\s*.+$' },
  words: { type: 'object', additionalProperties: { type: 'string' } },
  times: { enum: Object.keys(millisecondsIn) },
  zone: { type: 'string', pattern: zoneForm.source },
  fields: { type: 'object', additionalProperties: field },
  money: closed(moneyOf(mapKeys.money)),
  next: closed({ ...paths(mapKeys.next), from: { enum: [0, 1] } }),
};

/** The schema of `platform.yaml`, draft 2020-12. */
export function mapSchema(): Schema {
  const ofThings = things.map((thing) => {
    const fields = Object.fromEntries(declaredPaths(thing).map((name) => [name, field]));
    const words = thing.status && { type: 'object', additionalProperties: { enum: wordsOf(thing.status.list) } };
    return [thing.name, closed({ ...fields, ...(words ? { status: path, words } : {}) })] as const;
  });
  const last = new Map(ofThings.map(([name, schema]) => [name.split(' ').at(-1)!, schema]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The map of a platform',
    ...closed({
      services: closed(Object.fromEntries(serviceNames.map((name) => [name, keyed(mapKeys.service)]))),
      calls: { type: 'object', additionalProperties: keyed(mapKeys.call) },
      // a thing may be named by its last word
      things: closed({ ...Object.fromEntries(last), ...Object.fromEntries(ofThings) }),
    }),
  };
}

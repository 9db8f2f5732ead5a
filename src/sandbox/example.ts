// Examples made from a shape: one walk over the definition of a zod shape, the same each time for a seed and a call.
import * as z from 'zod/mini';
import type { Call } from '../services/define.js';
import { iso } from './clock.js';
import { seededId } from './ids.js';

interface Setting {
  readonly seed: number;
  readonly now: number;
}

/** An answer that satisfies the shape a call gives. @throws {TypeError} for a shape that the catalogue names and the module lacks. */
export function exampleOf(shapes: unknown, call: Call, { seed, now }: Setting): unknown {
  const shape = (shapes as Readonly<Record<string, unknown>> | undefined)?.[call.gives ?? ''];
  if (!isShape(shape)) throw new TypeError(`${call.service} ${call.name} gives ${call.gives}, which is no shape`);
  const id = seededId(seed, `${call.service} ${call.name}`, 1);
  return walk(shape, { name: '', id, texts: textsFor(id, iso(now)) });
}

interface Place {
  /** The name of the field that is being made. */
  readonly name: string;
  readonly id: string;
  readonly texts: readonly string[];
}

const textsFor = (id: string, time: string) => ['example', '0', id, time];
const isShape = (value: unknown): value is z.core.$ZodType => typeof value === 'object' && value !== null && '_zod' in value;

function walk(shape: z.core.$ZodType, place: Place): unknown {
  const { def } = shape._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  switch (def.type) {
    case 'string':
      return text(shape, place);
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'object':
      return fields(def.shape, place);
    case 'array':
      return [walk(def.element, place)];
    case 'record':
      return isOpen(def.valueType) ? {} : { example: walk(def.valueType, { ...place, name: 'example' }) };
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
    case 'unknown':
    case 'any':
    case 'null':
      return null;
    default:
      throw new TypeError(`No example is known for a shape of type ${def.type} (${place.name})`);
  }
}

const isOpen = (shape: z.core.$ZodType): boolean => shape._zod.def.type === 'unknown';

/** Fields that may be left out are left out. */
function fields(shape: Readonly<Record<string, z.core.$ZodType>>, place: Place): Record<string, unknown> {
  const made = Object.entries(shape).map(([name, field]): [string, unknown] => [name, walk(field, { ...place, name })]);
  return Object.fromEntries(made.filter(([, value]) => value !== undefined));
}

/** The first text that the shape takes: a word that it names, what the field's name promises, or any. */
function text(shape: z.core.$ZodType, { name, id, texts }: Place): string {
  const { examples = [] } = z.globalRegistry.get(shape) ?? {};
  const hint = /(^id|Id|ID)$/.test(name) ? [id] : /(At|Until)$/.test(name) ? texts.slice(-1) : [];
  const fitting = [...(examples as unknown[]), ...hint, ...texts].find((candidate) => z.safeParse(shape, candidate).success);
  if (typeof fitting === 'string') return fitting;
  throw new TypeError(`No example text is known for the field ${name}`);
}

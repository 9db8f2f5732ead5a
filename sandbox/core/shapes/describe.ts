// Describes responses field by field, and lists every call, each with the provenance of its names.
import * as z from 'zod/mini';
import { catalogue, catalogues, isService } from '../../../src/services/catalogue/index.js';
import { isShape } from '../../../src/services/openapi-schemas.js';
import { refuse } from '../context.js';
import { ownShapes, type Provenance, provenanceOf } from './index.js';

interface Described {
  readonly call: string;
  readonly source: Provenance;
  readonly fields: readonly {
    readonly path: string;
    readonly type: string;
    readonly source: Provenance;
    readonly words?: readonly unknown[];
  }[];
}
type Shape = z.core.$ZodType;

/** Describes the fields of a call's response, three levels deep. @throws {Refusal} for an unknown call */
export async function describeShape(service: string, name: string): Promise<Described> {
  const definition = isService(service)
    ? await catalogue(service)
    : refuse(404, `There is no service ${JSON.stringify(service)}.`, 'NOT_FOUND_ROUTE');
  const call = Object.hasOwn(definition.calls, name) ? definition.calls[name] : undefined;
  if (!call) return refuse(404, `${service} has no call ${JSON.stringify(name)}.`, 'NOT_FOUND_ROUTE');
  const source = provenanceOf(call);
  const shapes = ownShapes[service];
  const ownShape = shapes?.calls[name];
  const common = ((await definition.shapes?.()) ?? {}) as Readonly<Record<string, unknown>>;
  const shape = ownShape ? (await shapes!.load())[ownShape.shape] : common[call.response ?? ''];
  const widened = common[ownShape?.widens ?? ''];
  const publicPaths = new Set(isShape(widened) ? walk(widened, '', 0).map(({ path }) => path) : []);
  const fields = isShape(shape) ? walk(shape, '', 0) : [];
  const marked = fields.map((field) => ({
    ...field,
    source: publicPaths.has(field.path)
      ? ('contract' as const)
      : source === 'partial' && ownShape
        ? ('sandbox' as const)
        : source,
  }));
  return { call: `${service} ${name}`, source, fields: marked };
}

type Line = Omit<Described['fields'][number], 'source'>;
const deepest = 3;

function walk(shape: Shape, path: string, depth: number, suffix = ''): Line[] {
  const { def } = shape._zod as { def: z.core.$ZodTypes['_zod']['def'] };
  if (def.type === 'optional' || def.type === 'nullable')
    return walk(def.innerType, path, depth, `${suffix}${def.type === 'optional' ? '?' : ' | null'}`);
  const { examples } = z.globalRegistry.get(shape) ?? {};
  const self = { path, type: `${def.type}${suffix}`, words: examples as unknown[] | undefined };
  if (depth >= deepest) return [self];
  if (def.type === 'array') return [self, ...walk(def.element, `${path}[]`, depth)];
  if (def.type !== 'object') return [self];
  const inner = Object.entries(def.shape as Readonly<Record<string, Shape>>);
  return [self, ...inner.flatMap(([name, field]) => walk(field, path === '' ? name : `${path}.${name}`, depth + 1))];
}

interface Listed {
  readonly service: string;
  readonly call: string;
  readonly source: Provenance;
  /** The name of the shape, if any. */
  readonly shape: string | null;
}

/** The calls in the order of the catalogue. */
export async function allShapes(): Promise<readonly Listed[]> {
  const shapeOf = (service: string, name: string) => ownShapes[service]?.calls[name]?.shape;
  return (await catalogues()).flatMap(({ name: service, calls }) =>
    Object.values(calls).map((call) => ({
      service,
      call: call.name,
      source: provenanceOf(call),
      shape: shapeOf(service, call.name) ?? call.response ?? null,
    })),
  );
}

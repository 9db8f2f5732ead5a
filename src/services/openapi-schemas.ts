// The shapes of the services as JSON Schema with references between them.

import * as z from 'zod/mini';
import type { Service } from './catalogue/define.js';

export type Json = Record<string, unknown>;
export type Schemas = Readonly<Record<string, Json>>;
type Shape = z.core.$ZodType;
/** Whether an export of a shapes file is a shape. */
export const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** Every shape of a service as JSON Schema, by `service.Shape`, with references between them. */
export async function schemasOf({ name: service, shapes }: Service): Promise<Record<string, Json>> {
  const registry = z.registry<{ id: string }>();
  for (const [name, shape] of Object.entries((await shapes?.()) ?? {}))
    if (isShape(shape)) registry.add(shape, { id: `${service}.${name}` });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const json = JSON.stringify(z.toJSONSchema(registry, { unrepresentable: 'any', uri }).schemas);
  // an OpenAPI document cannot refer to the place of unnamed shapes, so each gets a name
  const { __shared: shared, ...named } = JSON.parse(
    json.replaceAll(/__shared#\/\$defs\/schema(\d+)/g, `${service}.unnamed$1`),
  ) as Record<string, Json>;
  const parts = Object.entries((shared?.$defs ?? {}) as Record<string, Json>).map(([name, schema]): [string, Json] => [
    `${service}.${name.replace('schema', 'unnamed')}`,
    schema,
  ]);
  const schemas = Object.entries({ ...named, ...Object.fromEntries(parts) }).map(
    ([id, { $schema: _, $id: __, ...schema }]): [string, Json] => [id, schema],
  );
  const names = namesOfUnnamed(schemas);
  const renamed = JSON.stringify(schemas).replaceAll(/[\w-]+\.unnamed\d+/g, (id) => names.get(id) ?? id);
  return Object.fromEntries(
    (JSON.parse(renamed) as [string, Json][]).map(([id, schema]) => [id, tidied(schema) as Json]),
  );
}

/**
 * A name for each schema without one: the first property that refers to it (`user.Workspace`). If another schema has
 * that name, the name of the property's owner precedes it.
 */
function namesOfUnnamed(schemas: readonly (readonly [string, Json])[]): ReadonlyMap<string, string> {
  const byId = new Map(schemas);
  const names = new Map<string, string>();
  const ids = new Set(byId.keys());
  const visit = (value: unknown, owner: string, property: string) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const id = key === '$ref' ? /#\/components\/schemas\/([\w-]+\.unnamed\d+)$/.exec(String(inner))?.[1] : undefined;
      if (id !== undefined && !names.has(id)) {
        const service = id.slice(0, id.indexOf('.'));
        const name = freeName(
          [
            `${service}.${property === '' ? `${owner.slice(service.length + 1)}Part` : property}`,
            `${owner}${property}`,
          ],
          ids,
        );
        names.set(id, name);
        visit(byId.get(id), name, '');
      } else if (key === 'properties') {
        for (const [name, schema] of Object.entries(inner as Json))
          visit(schema, owner, `${name[0]!.toUpperCase()}${name.slice(1).replace(/\W/g, '')}`);
      } else if (key !== '$ref') visit(inner, owner, key === 'items' ? `${property}Item` : property);
    }
  };
  for (const [id, schema] of schemas) if (!/\.unnamed\d+$/.test(id)) visit(schema, id, '');
  return names;
}
/** The first candidate that is free, else the last one with a number. Reserves it. */
function freeName(candidates: readonly string[], ids: Set<string>) {
  let name = candidates.find((candidate) => !ids.has(candidate));
  for (let nth = 2; name === undefined; nth++)
    if (!ids.has(`${candidates.at(-1)}${nth}`)) name = `${candidates.at(-1)}${nth}`;
  ids.add(name);
  return name;
}

/** A schema in which a choice with an unrestricted alternative is unrestricted. */
function tidied(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidied);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as Json;
  const isAnything = Array.isArray(anyOf) && anyOf.some((choice) => Object.keys(choice as Json).length === 0);
  const base = isAnything ? rest : (schema as Json);
  return Object.fromEntries(Object.entries(base).map(([key, value]) => [key, tidied(value)]));
}

/** The maximum number of schemas in one schema with all references written out: tools take minutes for more. */
const mostWrittenOut = 24;

/** The schemas with an open object in place of references that lead back to their owner, or would make it too large. */
export function withoutCycles(schemas: Schemas): Record<string, Json> {
  const done = new Map<string, { readonly schema: Json; readonly size: number }>();
  const finish = (id: string, within: readonly string[]) => {
    const earlier = done.get(id);
    if (earlier) return earlier.size;
    const state = { size: 1 };
    const visit = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(visit);
      if (typeof value !== 'object' || value === null) return value;
      const other =
        typeof (value as Json).$ref === 'string'
          ? String((value as Json).$ref)
              .split('/')
              .at(-1)!
          : undefined;
      if (other === undefined || !schemas[other])
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
      const size = other === id || within.includes(other) ? Number.POSITIVE_INFINITY : finish(other, [...within, id]);
      if (state.size + size > mostWrittenOut)
        return {
          type: 'object',
          additionalProperties: true,
          'x-open': true,
          description: `A ${other}; its fields are left out here.`,
        };
      state.size += size;
      return value;
    };
    done.set(id, { schema: visit(schemas[id]) as Json, size: state.size });
    return state.size;
  };
  for (const id of Object.keys(schemas)) finish(id, []);
  return Object.fromEntries([...done].map(([id, { schema }]) => [id, schema]));
}

/** The schemas that a value refers to, directly or not. */
export function reachable(schemas: Schemas, from: unknown): Record<string, Json> {
  const reached: Record<string, Json> = {};
  const visit = (value: unknown) => {
    for (const [, id] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)) {
      const schema = schemas[id!];
      if (id! in reached || !schema) continue;
      reached[id!] = schema;
      visit(schema);
    }
  };
  visit(from);
  return reached;
}

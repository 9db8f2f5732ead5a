// Checks a response against its public shape. Loaded on demand, because it loads zod.

import type { Call } from './define.js';
import { catalogue, type ServiceName } from './index.js';
import { withClosedWords } from './shape-parts.js';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly expected?: string;
}
interface Shape {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
}

/**
 * The differences, one line each; undefined without a public shape.
 * @param strict whether a word outside its list is a difference
 */
export async function checkShape(call: Call, data: unknown, strict = false): Promise<string[] | undefined> {
  if (call.response === undefined) return undefined;
  const { shapes } = await catalogue(call.service as ServiceName);
  const shape = ((await shapes?.()) as Record<string, Shape> | undefined)?.[call.response];
  if (!shape) return undefined;
  const { error } = strict ? withClosedWords(() => shape.safeParse(data)) : shape.safeParse(data);
  return (error?.issues ?? []).map(
    ({ path, message, expected }) =>
      `${path.map(String).join('.') || 'response'}: ${expected ? `${expected} expected` : message}`,
  );
}

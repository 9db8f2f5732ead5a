// The map of the platform in use: named by the profile, or in the project folder. It is compiled once for each text.

import { createHash } from 'node:crypto';
import { readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { type CallMap, merged } from '../../services/decode/map.js';
import { Guarded, LocalFailure } from '../../services/http/errors.js';
import { strangerOf } from '../../services/platform/owner.js';
import { replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';
import { readPlainFile } from '../../session/plain-file.js';
import { isTrusted } from '../../session/trusted-folders.js';
import { type CompiledMap, compileMap } from '../../things/map-file.js';
import type { Settings } from '../settings/options.js';
import type { World } from '../settings/world.js';

/** A map in use. */
export interface PlatformMap {
  readonly file: string;
  readonly isTrusted: boolean;
  /** Which map it is, and whether it counts for money, for people. */
  readonly says: string;
  readonly compiled: CompiledMap;
  /** What it says of a call, or of a thing in its response. */
  of(call: { readonly service: string; readonly name: string }, thing?: string): CallMap | undefined;
  /** Checks that it is still what it was. @throws {Guarded} MAP_CHANGED */
  requireSame(): void;
}

/** The most bytes of a map. */
const largest = 1_048_576;

/**
 * Opens the map of a profile, or of the project folder.
 * @throws {LocalFailure} BAD_MAP for a faulty one, before anything is sent
 */
export async function openPlatformMap(world: World, settings: Settings, file: string): Promise<PlatformMap> {
  const { map: named } = settings.of;
  const text = textOf(file);
  const hash = hashOf(text);
  const trusted = named === undefined ? isTrusted(file, paths(world).trustedFolders) : settings.of.mapHash === hash;
  const compiled = await compiledOf(world, text, hash, file);
  const known = new Map<string, CallMap | undefined>();
  const of: PlatformMap['of'] = ({ service, name }, thing = '') => {
    const key = `${service} ${name}`;
    const place = `${key} ${thing}`;
    if (!known.has(place)) {
      const { calls, services, things } = compiled;
      const said = [things[thing], calls[key] ?? services[service]];
      known.set(place, said.some(Boolean) ? { ...merged(...said), isTrusted: trusted } : undefined);
    }
    return known.get(place);
  };
  const requireSame = () => {
    if (hashOf(textOf(file)) !== hash)
      throw new Guarded('MAP_CHANGED', `${file}, the map of the platform, was changed after the command began.`);
  };
  const says = `The map ${file} of ${named === undefined ? 'the folder' : 'the profile'}, ${trusted ? 'trusted' : 'not trusted: it does not count for money'}`;
  return { file, isTrusted: trusted, says, compiled, of, requireSame };
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The text of a map, which belongs to the person or to root. @throws {LocalFailure} BAD_MAP */
export function textOf(file: string): string {
  const check = (stats: Stats) => {
    if (strangerOf(stats, true) !== undefined) throw new Error('it belongs to another user');
  };
  try {
    return readPlainFile(file, { most: largest, links: true, check });
  } catch (error) {
    throw new LocalFailure('BAD_MAP', `The map ${file} cannot be read: ${(error as Error).message}.`, undefined, error);
  }
}

/** The number of the form of a compiled map: one of another form is compiled anew. */
const form = 2;
/** The compiled map, from its cache if the same version of tuk has compiled the same text. */
async function compiledOf(world: World, text: string, hash: string, file: string): Promise<CompiledMap> {
  const cache = path.join(paths(world).maps, `${hash.slice(0, 32)}.json`);
  try {
    const stored = JSON.parse(readFileSync(cache, 'utf8')) as {
      readonly version?: string;
      readonly form?: number;
      readonly map: CompiledMap;
    };
    if (stored.version === world.version && stored.form === form) return stored.map;
  } catch {
    // compiled anew
  }
  const map = await compileMap(text, file);
  try {
    replaceFile(cache, Buffer.from(JSON.stringify({ version: world.version, form, map })), 0o600);
  } catch {
    // a cache only
  }
  return map;
}

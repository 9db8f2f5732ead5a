// The context of a completion: it prints nothing, prompts for nothing and changes no session. It has the stored access
// token alone, so it can neither renew the session nor confirm a renewal; the key ring is left alone.

import { Readable, Writable } from 'node:stream';
import { RunContext } from '../../cli/run/run-context.js';
import { type Flags, isEmbedded, type Settings } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { Failure } from '../../services/http/errors.js';
import { identityVariable } from '../../session/identity-variable.js';
import { originsOf } from '../../session/other-origin.js';
import { paths } from '../../session/paths.js';
import { readOwnFile } from '../../session/plain-file.js';
import { sandboxProfile } from '../../session/profile.js';
import { parse } from '../../session/stored-session.js';
import { KnownIds, ownerOf } from './cache.js';

/** The context of a profile, and whose ids it may read. */
export interface Quiet {
  readonly context: RunContext;
  /** The known ids of the account. Undefined if its session cannot be used here, so nothing is read. */
  readonly known: KnownIds | undefined;
  /** The back end is in this process. */
  readonly isEmbedded: boolean;
}

/** Keeps the context from reading a session that cannot be used here. It is sent nowhere. */
const noToken = 'none';
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** A context for closed lists, without a session. Its settings may not be usable. */
export const silentContext = (world: World, { profile, lang }: Flags): RunContext =>
  new RunContext(quietWorld(world, noToken), quietFlags(profile, lang));
/** Of several profiles the first: `-p a,b`. */
const quietFlags = (profile: string | undefined, lang: string | undefined): Flags => ({
  profile: profile?.split(',', 1)[0],
  lang,
  noInput: true,
  quiet: true,
});

/** Opens the context of the profile that a line names; undefined without usable settings. */
export function quietly(world: World, { profile, lang }: Flags): Quiet | undefined {
  const flags = quietFlags(profile, lang);
  try {
    return opened(world, flags, silentContext(world, flags).settings());
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
function opened(world: World, flags: Flags, settings: Settings): Quiet {
  const embedded = isEmbedded(settings);
  const file = paths(world).session(settings.profile.value);
  const typed = identityVariable(world.env, 'TUK_TOKEN');
  const session = typed === undefined ? storedIn(file) : { token: typed };
  const origins = embedded ? [sandboxProfile] : originsOf(settings.of);
  const isForeign = session?.origins && origins.some((origin) => !session.origins!.includes(origin));
  const owner = ownerOf([settings.profile.value, origins, settings.of.services, session?.id ?? session?.token]);
  return {
    context: new RunContext(quietWorld(world, session ? session.token : noToken), flags),
    known: session === undefined || isForeign ? undefined : new KnownIds(file, owner, world.clock),
    isEmbedded: embedded,
  };
}

function quietWorld(world: World, token: string | undefined): World {
  const property = { enumerable: true };
  return Object.create(world, {
    env: { ...property, value: { ...world.env, TUK_TOKEN: token } },
    stdin: { ...property, value: Readable.from([]) },
    stdout: { ...property, value: silent() },
    stderr: { ...property, value: silent() },
    keyring: { ...property, value: () => Promise.reject(new Error('completion does not open the key ring')) },
  }) as World;
}

interface StoredToken {
  readonly token?: string;
  readonly id?: string;
  readonly origins?: readonly string[];
}
/**
 * The access token of a session file; no token if nobody is signed in. Undefined for a file that a command would mend.
 */
function storedIn(file: string): StoredToken | undefined {
  try {
    const session = parse(readOwnFile(file, { what: 'session file' }));
    if (typeof session !== 'object' || !('accessToken' in session) || !session.origins) return undefined;
    return { token: session.accessToken, id: session.id, origins: session.origins };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : undefined;
  }
}

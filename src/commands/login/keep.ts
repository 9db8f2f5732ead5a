// Keeps the session that a sign-in has given, and forgets one that is over.
import { randomUUID } from 'node:crypto';
import type { Context } from '../../cli/context.js';
import { LocalFailure } from '../../services/http/errors.js';
import { sandboxProfile } from '../../session/profile.js';
import type { Place, Session, Tokens } from '../../session/store.js';

/** Whether tokens go into the key ring of the system: if it can be had, only there, or not at all. */
export const secureStorages = ['auto', 'required', 'off'] as const;
export type SecureStorage = (typeof secureStorages)[number];

/**
 * Stores the tokens of a profile, under the lock, so that no renewal under way comes between.
 * @param wish where to keep them; what the profile says where it is not given. What is given is remembered in the profile.
 * @throws {LocalFailure} where they cannot be kept; then what was stored before is untouched.
 */
export async function keep(context: Context, tokens: Tokens, wish?: SecureStorage): Promise<void> {
  context.redact.add(tokens.accessToken);
  context.redact.add(tokens.refreshToken);
  const { besideRenewals } = await import('../../session/lock.js');
  const { store } = context;
  const now = () => context.world.clock.now();
  const place = await placeFor(context, tokens, wish ?? context.settings.of.secureStorage ?? 'off');
  await besideRenewals(context.lockFile, now, async () =>
    store.save({ ...tokens, id: randomUUID() }, await before(context, true), now(), place),
  );
  if (wish !== undefined) await remember(context, wish);
  if (context.world.env.TUK_TOKEN) context.log('  TUK_TOKEN is set and goes before what is stored.');
}

/** What is stored now; a session that cannot be used is about to be replaced, and with `told` it is said why it cannot. */
async function before(context: Context, told = false): Promise<Session | undefined> {
  try {
    return await context.store.read();
  } catch (error) {
    if (told && error instanceof LocalFailure && error.code.startsWith('SESSION_')) context.log(`  ${error.message}`);
    return undefined;
  }
}

async function placeFor(context: Context, tokens: Tokens, wish: SecureStorage): Promise<Place> {
  if (wish === 'off') return 'file';
  try {
    await context.store.proveWritable('keyring', tokens);
    return 'keyring';
  } catch (error) {
    if (wish === 'required' || !(error instanceof LocalFailure)) throw error;
    context.log(`  ${error.message} The session is kept in a file.`);
    return 'file';
  }
}

/** The choice stays with the profile; the built-in one cannot be changed, and remembers it for as long as its session lasts. */
async function remember(context: Context, wish: SecureStorage): Promise<void> {
  const { config, settings } = context;
  const name = settings.profile.value;
  if (name === sandboxProfile || (settings.of.secureStorage ?? 'off') === wish) return;
  const { writeConfig } = await import('../../session/config-write.js');
  writeConfig(context.paths.config, { ...config, profiles: { ...config.profiles, [name]: { ...settings.of, secureStorage: wish } } });
}

/**
 * Forgets the stored session, if it is still the one of this access token. Told where it could not be done under the lock.
 * @returns whether there was one
 * @throws {LocalFailure}
 */
export async function forget(context: Context, accessToken?: string): Promise<boolean> {
  const { besideRenewals } = await import('../../session/lock.js');
  const now = () => context.world.clock.now();
  const everywhere = (context.settings.of.secureStorage ?? 'off') !== 'off';
  const { value, unlocked } = await besideRenewals(context.lockFile, now, async () => {
    if (accessToken !== undefined && (await before(context))?.accessToken !== accessToken) return false;
    return context.store.clear({ everywhere });
  });
  if (unlocked) context.log(`  ${unlocked.message} It was signed out all the same.`);
  return value;
}

// Stores the session of a sign-in, and removes a stored session.

import { randomUUID } from 'node:crypto';
import type { Context } from '../../cli/command/command.js';
import { configOf } from '../../cli/settings/options.js';
import { LocalFailure } from '../../services/http/errors.js';
import { changeConfig } from '../../session/config-write.js';
import { withRenewalLock } from '../../session/lock.js';
import { paths } from '../../session/paths.js';
import { sandboxProfile } from '../../session/profile.js';
import type { Session, SessionTokens, StoragePlace } from '../../session/stored-session.js';

/** Whether tokens go into the key ring of the system: if available, always, or never. */
export const secureStorages = ['auto', 'required', 'off'] as const;
export type SecureStorage = (typeof secureStorages)[number];

/**
 * Stores the tokens of a profile under the renewal lock.
 * @param storage the place, by default the profile's setting; a choice is saved in the profile
 * @throws {LocalFailure} if they cannot be stored; the previous session is then unchanged
 */
export async function storeSession(context: Context, tokens: SessionTokens, storage?: SecureStorage): Promise<void> {
  context.out.redact.add(tokens.accessToken);
  context.out.redact.add(tokens.refreshToken);
  const { store } = context.session();
  const now = () => context.world.clock.now();
  const settings = context.settings();
  const origins = await context.session().origins();
  const place = await storagePlace(context, tokens, storage ?? settings.of.secureStorage ?? 'off');
  await withRenewalLock(
    context.session().lockFile,
    now,
    async () => store.save({ ...tokens, id: randomUUID(), origins }, await storedSession(context, true), now(), place),
    context.deadline,
  );
  if (storage !== undefined) await rememberStorage(context, storage);
  if (context.world.env.TUK_TOKEN) context.log('  TUK_TOKEN is set and overrides the stored session.');
}

/** The stored session; undefined for an unreadable one, which is replaced. `logErrors` logs the reason. */
async function storedSession(context: Context, logErrors = false): Promise<Session | undefined> {
  try {
    return await context.session().store.read();
  } catch (error) {
    if (logErrors && error instanceof LocalFailure && error.code.startsWith('SESSION_'))
      context.log(`  ${error.message}`);
    return undefined;
  }
}

async function storagePlace(context: Context, tokens: SessionTokens, storage: SecureStorage): Promise<StoragePlace> {
  if (storage === 'off') return 'file';
  try {
    await context.session().store.proveWritable('keyring', tokens);
    return 'keyring';
  } catch (error) {
    if (storage === 'required' || !(error instanceof LocalFailure)) throw error;
    context.log(`  ${error.message} The session is stored in a file.`);
    return 'file';
  }
}

/** Saves the choice in the profile. The built-in profile cannot be changed; its choice lasts as long as its session. */
async function rememberStorage(context: Context, storage: SecureStorage) {
  const config = configOf(context);
  const settings = context.settings();
  const name = settings.profile.value;
  if (name === sandboxProfile || (settings.of.secureStorage ?? 'off') === storage) return;
  const { world, deadline } = context;
  const changed = { ...config, profiles: { ...config.profiles, [name]: { ...settings.of, secureStorage: storage } } };
  await changeConfig(paths(world).config, config, changed, () => world.clock.now(), deadline);
}

/**
 * Removes the stored session, if it still has this access token. Logs a failure to take the lock.
 * @returns whether it removed one
 * @throws {LocalFailure}
 */
export async function forgetSession(context: Context, accessToken?: string): Promise<boolean> {
  const now = () => context.world.clock.now();
  const everywhere = (context.settings().of.secureStorage ?? 'off') !== 'off';
  const remove = async () => {
    if (accessToken !== undefined && (await storedSession(context))?.accessToken !== accessToken) return false;
    return context.session().store.clear({ everywhere });
  };
  const { value, unlocked } = await withRenewalLock(context.session().lockFile, now, remove, context.deadline);
  if (unlocked) context.log(`  ${unlocked.message} It was signed out all the same.`);
  return value;
}

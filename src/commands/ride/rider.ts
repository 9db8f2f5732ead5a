// Who rides: as typed, else who is signed in; and their phone number, which has to be verified before a ride can be asked for.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { askChoice, askLine } from '../../cli/prompts/prompt.js';
import { mayAsk } from '../../cli/prompts/wizard.js';
import { callOf } from '../../engine/call.js';
import { filled } from '../../engine/parameters.js';
import { readOnce } from '../../engine/read-command.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { phoneOf } from './phone.js';

/** Who rides. */
export interface Rider {
  readonly name: string;
  readonly phone: string;
}

/** Who is signed in, asked for once, as far as the answer says it. */
export function signedInRider(context: Context): () => Promise<Partial<Rider>> {
  let known: Promise<Partial<Rider>> | undefined;
  const asked = async () => {
    const { data } = await (await context.client('user')).getCurrent();
    const { name, data: more } = (data.user ?? {}) as { name?: unknown; data?: { phone?: unknown } | null };
    return { ...(typeof name === 'string' ? { name } : {}), ...(typeof more?.phone === 'string' ? { phone: more.phone } : {}) };
  };
  return () => {
    known ??= asked();
    return known;
  };
}

/** Who rides. @throws {BadInput} where neither the options nor the session say it */
export async function riderOf({ riderName, riderPhone }: Arguments['options'], signedIn: () => Promise<Partial<Rider>>): Promise<Rider> {
  const typed = typeof riderPhone === 'string' ? phoneOf(riderPhone) : undefined;
  if (typeof riderName === 'string' && typed !== undefined) return { name: riderName, phone: typed };
  const known = await signedIn();
  const name = typeof riderName === 'string' ? riderName : known.name;
  const phone = typed ?? known.phone;
  if (name !== undefined && phone !== undefined) return { name, phone };
  throw new BadInput(
    'NO_RIDER',
    'The name or the phone number of the rider is not known.',
    'Give them: --rider-name NAME --rider-phone +6590000001',
  );
}

const left = 'Nothing was sent: the question was left.';

/** Holds on until the number is verified, which on a terminal can be done in place. @throws {Guarded} where it is not and nobody can be asked */
export async function verifiedPhone(context: Context, { name, phone }: Rider): Promise<Rider> {
  if ((await isVerified(context, phone)) !== false) return { name, phone };
  if (!mayAsk(context))
    throw new Guarded(
      'PHONE_NOT_VERIFIED',
      `The phone number ${phone} is not verified; nothing was sent.`,
      `Verify it: tuk ride phone send ${phone}`,
    );
  const way = await askChoice(
    context,
    `The phone number ${phone} is not verified`,
    [
      { key: 'send', label: 'Send it a code', is: 'a text message' },
      { key: 'other', label: 'Use another number' },
    ],
    left,
  );
  if (way === 'other') return verifiedPhone(context, { name, phone: await otherPhone(context) });
  await changed(context, 'sendPhoneCode', { phone });
  context.writeError(`✓ A code is on its way to ${phone}.\n`);
  for (;;) {
    const code = (await askLine(context, 'Code', { hidden: true, hint: 'empty sends another, or takes another number' }, left)).trim();
    if (code === '') return verifiedPhone(context, { name, phone });
    context.redact.add(code);
    const { verified } = ((await changed(context, 'confirmPhone', { phone, code })) ?? {}) as { verified?: unknown };
    if (verified !== false) return { name, phone };
    context.writeError('✗ That is not the code.\n');
  }
}

async function otherPhone(context: Context): Promise<string> {
  for (;;) {
    const typed = (await askLine(context, "Rider's phone", { hint: 'like +6590000001' }, left)).trim();
    try {
      return phoneOf(typed);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      context.writeError(`✗ ${error.hint}\n`);
    }
  }
}

/** A number that is not verified would be refused later, after the price was agreed to. Nothing where the service does not say it in words that we know. */
async function isVerified(context: Context, phone: string): Promise<boolean | undefined> {
  try {
    const { verified } = ((await readOnce(context, 'ride-hailing', 'checkPhone', { phone })).data ?? {}) as { verified?: unknown };
    return typeof verified === 'boolean' ? verified : undefined;
  } catch (error) {
    // it may take the request all the same
    if (!(error instanceof Failure) || error.kind === 'sign-in' || error.kind === 'interrupted') throw error;
    return undefined;
  }
}

/** A change that was agreed to by choosing it; what the profile forbids is forbidden here, too. @throws {Failure} */
async function changed(context: Context, name: string, own: Readonly<Record<string, unknown>>): Promise<unknown> {
  const service: ServiceName = 'ride-hailing';
  const { call, build } = await callOf(service, name, await filled(context, service, name, own));
  await confirm(call, context.settings, context.world, { ...context.flags, yes: true, noInput: true }, () => {});
  const [{ sendRequest }, reach] = await Promise.all([import('../../services/http/send.js'), context.requestContext()]);
  return (await sendRequest(call, await build(reach), reach)).data;
}

// Determines the rider from the options or the session, and verifies the phone number, which a ride request needs.

import type { Arguments } from '../../cli/command.js';
import { type Context, contextWith } from '../../cli/context.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { askChoice, askLine } from '../../cli/prompts/prompt.js';
import { canPrompt } from '../../cli/prompts/wizard.js';
import { type AnyValues, callOf, readEndpoint, sendNow } from '../../engine/request/call.js';
import { endpointParams } from '../../engine/request/parameters.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { parsePhone } from './phone.js';

/** The rider of a request. */
export interface Rider {
  readonly name: string;
  readonly phone: string;
}

/** Reads the signed-in user as a rider, once. */
export function signedInRider(context: Context): () => Promise<Partial<Rider>> {
  let known: Promise<Partial<Rider>> | undefined;
  const read = async () => {
    const { data } = await sendNow(context, 'user', 'getCurrent');
    const { name, data: more } = (data.user ?? {}) as { name?: unknown; data?: { phone?: unknown } | null };
    return { ...(typeof name === 'string' ? { name } : {}), ...(typeof more?.phone === 'string' ? { phone: more.phone } : {}) };
  };
  return () => {
    known ??= read();
    return known;
  };
}

/** The rider from the options, else from the session. @throws {BadInput} where neither has name and phone */
export async function riderOf({ riderName, riderPhone }: Arguments['options'], signedIn: () => Promise<Partial<Rider>>): Promise<Rider> {
  const optionPhone = typeof riderPhone === 'string' ? parsePhone(riderPhone) : undefined;
  if (typeof riderName === 'string' && optionPhone !== undefined) return { name: riderName, phone: optionPhone };
  const known = await signedIn();
  const name = typeof riderName === 'string' ? riderName : known.name;
  const phone = optionPhone ?? known.phone;
  if (name !== undefined && phone !== undefined) return { name, phone };
  throw new BadInput(
    'NO_RIDER',
    'The name or the phone number of the rider is not known.',
    'Give them: --rider-name NAME --rider-phone +6590000001',
  );
}

const cancelledMessage = 'Cancelled: nothing was sent.';

/** Makes sure that the number is verified, with prompts on a terminal. @throws {Guarded} for an unverified number without a terminal */
export async function ensureVerifiedPhone(context: Context, { name, phone }: Rider): Promise<Rider> {
  if ((await isVerified(context, phone)) !== false) return { name, phone };
  if (!canPrompt(context))
    throw new Guarded(
      'PHONE_NOT_VERIFIED',
      `The phone number ${phone} is not verified; nothing was sent.`,
      `Verify it: tuk ride phone send ${phone}`,
    );
  const choice = await askChoice(
    context,
    `The phone number ${phone} is not verified`,
    [
      { key: 'send', label: 'Send it a code', is: 'a text message' },
      { key: 'other', label: 'Use another number' },
    ],
    cancelledMessage,
  );
  if (choice === 'other') return ensureVerifiedPhone(context, { name, phone: await otherPhone(context) });
  await sendChange(context, 'sendPhoneCode', { phone });
  context.out.writeError(`✓ A code is on its way to ${phone}.\n`);
  for (;;) {
    const code = (
      await askLine(context, 'Code', { hidden: true, hint: 'empty sends another, or takes another number' }, cancelledMessage)
    ).trim();
    if (code === '') return ensureVerifiedPhone(context, { name, phone });
    context.out.redact.add(code);
    const { verified } = ((await sendChange(context, 'confirmPhone', { phone, code })) ?? {}) as { verified?: unknown };
    if (verified !== false) return { name, phone };
    context.out.writeError('✗ That is not the code.\n');
  }
}

async function otherPhone(context: Context): Promise<string> {
  for (;;) {
    const input = (await askLine(context, "Rider's phone", { hint: 'like +6590000001' }, cancelledMessage)).trim();
    try {
      return parsePhone(input);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      context.out.writeError(`✗ ${error.hint}\n`);
    }
  }
}

/** Whether the number is verified; undefined where the response has no known field. The service would refuse an unverified number only after the receipt. */
async function isVerified(context: Context, phone: string): Promise<boolean | undefined> {
  try {
    const { verified } = ((await readEndpoint(context, 'ride-hailing', 'checkPhone', { phone })).data ?? {}) as { verified?: unknown };
    return typeof verified === 'boolean' ? verified : undefined;
  } catch (error) {
    // the service may accept the request all the same
    if (!(error instanceof Failure) || error.kind === 'sign-in' || error.kind === 'interrupted') throw error;
    return undefined;
  }
}

/** Sends a change that a prompt has confirmed; the protection of the profile still applies. @throws {Failure} */
async function sendChange(
  context: Context,
  name: EndpointName<'ride-hailing'>,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const service = 'ride-hailing';
  const params = await endpointParams(context, service, name, fields);
  const { call } = await callOf(service, name, params);
  await confirmCall(contextWith(context, { flags: { ...context.flags, yes: true, noInput: true } }), call);
  return (await sendNow(context, service, name, params as AnyValues)).data;
}

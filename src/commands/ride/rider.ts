// Determines the rider by the options or the session, and verifies the phone number: a ride request needs both.

import { type Arguments, type Command, type Context, contextWith } from '../../cli/command/command.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { askChoice, askLine, canPrompt } from '../../cli/prompts/prompt.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { type AnyValues, callOf, readFact, sendNow } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { openFlags, secretFrom } from '../../engine/request/shared-options.js';
import { BadInput, cited, Guarded, partFailure } from '../../services/http/errors.js';
import { valueAt } from '../../services/json-value.js';
import { type RideCall, resultOfCall, rideParams } from './location.js';

// `tuk ride phone`: checks whether a number is verified, sends a code, confirms it.

/** A number in the form of E.164. @throws {BadInput} */
export function parsePhone(input: string): string {
  if (/^\+[1-9]\d{6,14}$/.test(input)) return input;
  throw new BadInput(
    'BAD_VALUE',
    `${cited(input)} is not a phone number.`,
    'Write it with + and the country, digits only: +6590000001',
  );
}

const check = repeatable({
  name: 'phone check',
  values: '[phone]',
  summary: 'Check whether a phone number is verified',
  options: openFlags.slice(0, 2),
  examples: ['tuk ride phone check +6590000001'],
  uses: { 'ride-hailing': ['checkPhone'] },
  run: async ({ positionals: [input], options }, context) => {
    const fields = input === undefined ? {} : { phone: parsePhone(input) };
    return resultOfCall(context, 'checkPhone', await rideParams(context, 'checkPhone', fields, options));
  },
});

const send: Command = {
  name: 'phone send',
  values: '<phone>',
  summary: 'Send a code to a phone number',
  options: openFlags,
  examples: ['tuk ride phone send +6590000077 --yes'],
  uses: { 'ride-hailing': ['sendPhoneCode'] },
  run: async ({ positionals: [input = ''], options }, context) =>
    resultOfCall(
      context,
      'sendPhoneCode',
      await rideParams(context, 'sendPhoneCode', { phone: parsePhone(input) }, options),
    ),
};

const confirm: Command = {
  name: 'phone confirm',
  values: '<phone>',
  summary: 'Confirm a phone number with the code that was sent to it',
  options: [
    {
      flags: '--code-file <file>',
      effects: ['file', 'secret'],
      summary: 'the file with the code, - for standard input',
      required: true,
    },
    ...openFlags,
  ],
  examples: ['tuk ride phone confirm +6590000077 --code-file code.txt --yes'],
  uses: { 'ride-hailing': ['confirmPhone'] },
  run: async ({ positionals: [input = ''], options }, context) => {
    const phone = parsePhone(input);
    const code = await secretFrom(context, 'code', options.codeFile);
    return resultOfCall(context, 'confirmPhone', await rideParams(context, 'confirmPhone', { phone, code }, options));
  },
};

export const phone: readonly Command[] = [check, send, confirm];

export interface Rider {
  readonly name: string;
  readonly phone: string;
}

/** Reads the signed-in user as a rider, once. */
export function signedInRider(context: Context): () => Promise<Partial<Rider>> {
  let user: Promise<Partial<Rider>> | undefined;
  const read = async () => {
    const { data } = await sendNow(context, 'user', 'getCurrent');
    const text = (path: string) => {
      const value = valueAt(data, path);
      return typeof value === 'string' ? value : undefined;
    };
    return { name: text('user.name'), phone: text('user.data.phone') };
  };
  return () => {
    user ??= read();
    return user;
  };
}

/** The rider by the options, else by the session. @throws {BadInput} NO_RIDER */
export async function riderOf(
  { riderName, riderPhone }: Arguments['options'],
  signedIn: () => Promise<Partial<Rider>>,
): Promise<Rider> {
  const optionPhone = typeof riderPhone === 'string' ? parsePhone(riderPhone) : undefined;
  if (typeof riderName === 'string' && optionPhone !== undefined) return { name: riderName, phone: optionPhone };
  const user = await signedIn();
  const name = typeof riderName === 'string' ? riderName : user.name;
  const phone = optionPhone ?? user.phone;
  if (name !== undefined && phone !== undefined) return { name, phone };
  throw new BadInput(
    'NO_RIDER',
    'The name or the phone number of the rider is not known.',
    'Give them: --rider-name NAME --rider-phone +6590000001',
  );
}

/** Verifies the number, with prompts on a terminal. @throws {Guarded} PHONE_NOT_VERIFIED without a terminal */
export async function ensureVerifiedPhone(context: Context, { name, phone }: Rider): Promise<Rider> {
  if ((await isVerified(context, phone)) !== false) return { name, phone };
  if (!canPrompt(context))
    throw new Guarded(
      'PHONE_NOT_VERIFIED',
      `The phone number ${phone} is not verified.`,
      `Verify it: tuk ride phone send ${phone}`,
    );
  const choice = await askChoice(context, `The phone number ${phone} is not verified`, [
    { key: 'send', label: 'Send it a code', is: 'a text message' },
    { key: 'other', label: 'Use another number' },
  ]);
  if (choice === 'other') return ensureVerifiedPhone(context, { name, phone: await otherPhone(context) });
  await sendChange(context, 'sendPhoneCode', { phone });
  context.out.writeLine(`✓ A code is on its way to ${phone}.`);
  for (;;) {
    const code = (
      await askLine(
        context,
        'Code',
        { hidden: true, hint: 'empty sends another, or takes another number' },
        'The prompt was cancelled.',
      )
    ).trim();
    if (code === '') return ensureVerifiedPhone(context, { name, phone });
    context.out.redact.add(code);
    if (valueAt(await sendChange(context, 'confirmPhone', { phone, code }), 'verified') !== false)
      return { name, phone };
    context.out.writeLine('✗ That is not the code.');
  }
}

async function otherPhone(context: Context) {
  for (;;) {
    const input = (await askLine(context, "Rider's phone", { hint: 'like +6590000001' })).trim();
    try {
      return parsePhone(input);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      context.out.writeLine(`✗ ${error.hint}`);
    }
  }
}

/**
 * Whether the number is verified; undefined if that is not known. The service refuses an unverified number after the
 * receipt.
 */
async function isVerified(context: Context, phone: string) {
  try {
    const verified = valueAt((await readFact(context, 'ride-hailing', 'checkPhone', { phone })).data, 'verified');
    return typeof verified === 'boolean' ? verified : undefined;
  } catch (error) {
    partFailure(error, 'sign-in'); // the service may still accept the request
    return undefined;
  }
}

/** Sends a change that a prompt has confirmed; the protection of the profile still applies. @throws {Failure} */
async function sendChange(context: Context, name: RideCall, fields: Params) {
  const params = await rideParams(context, name, fields);
  const { call } = await callOf('ride-hailing', name, params);
  const confirmed = contextWith(context, { flags: { ...context.flags, yes: true, noInput: true } });
  await confirmCall(confirmed, call, [['Call', `${call.service} ${call.name}`]]);
  return (await sendNow(context, 'ride-hailing', name, params as AnyValues)).data;
}

// `tuk ride phone`: whether a number is verified, a code for it, the code confirmed.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readStdin } from '../../cli/input-file.js';
import { ask } from '../../engine/call.js';
import { filled, openFlags } from '../../engine/parameters.js';
import { BadInput } from '../../services/http/errors.js';

/** A number in the form of E.164. @throws {BadInput} */
export function phoneOf(typed: string): string {
  if (/^\+[1-9]\d{6,14}$/.test(typed)) return typed;
  throw new BadInput(
    'BAD_PHONE',
    `${JSON.stringify(typed)} is no phone number.`,
    'Write it with + and the country, digits only: +6590000001',
  );
}

const check: Command = {
  name: 'phone check',
  values: '[phone]',
  summary: 'Ask whether a phone number is verified',
  options: openFlags.slice(0, 2),
  examples: ['tuk ride phone check +6590000001'],
  uses: ['ride-hailing GET /v1/phone-verification/check'],
  run: async ({ positionals: [typed], options }, context) => {
    const own = typed === undefined ? {} : { phone: phoneOf(typed) };
    return told(context, 'checkPhone', await filled(context, 'ride-hailing', 'checkPhone', own, options));
  },
};

const send: Command = {
  name: 'phone send',
  values: '<phone>',
  summary: 'Send a code to a phone number',
  options: openFlags,
  examples: ['tuk ride phone send +6590000077 --yes'],
  uses: ['ride-hailing POST /v1/phone-verification/send-code'],
  run: async ({ positionals: [typed = ''], options }, context) =>
    told(context, 'sendPhoneCode', await filled(context, 'ride-hailing', 'sendPhoneCode', { phone: phoneOf(typed) }, options)),
};

const confirm: Command = {
  name: 'phone confirm',
  values: '<phone>',
  summary: 'Confirm a phone number with the code that it was sent',
  options: [{ flags: '--code-stdin', summary: 'the code is piped in' }, ...openFlags],
  examples: ['tuk ride phone confirm +6590000077 --code-stdin --yes < code.txt'],
  uses: ['ride-hailing POST /v1/phone-verification/confirm'],
  run: async ({ positionals: [typed = ''], options }, context) => {
    const phone = phoneOf(typed);
    if (!options.codeStdin)
      throw new BadInput('MISSING_OPTION', 'The code has to be piped in.', 'Like: tuk ride phone confirm PHONE --code-stdin < FILE');
    const code = context.onlyShows ? '[redacted]' : (await readStdin(context.world, 'the code')).trim();
    context.redact.add(code);
    if (code === '') throw new BadInput('EMPTY_INPUT', 'There is no code in what was piped in.');
    return told(context, 'confirmPhone', await filled(context, 'ride-hailing', 'confirmPhone', { phone, code }, options));
  },
};

async function told(context: Context, name: string, values: Readonly<Record<string, unknown>>): Promise<number> {
  const reply = await ask(context, 'ride-hailing', name, values);
  if (reply) await context.printReply(reply);
  return 0;
}

export const phone: readonly Command[] = [check, send, confirm];

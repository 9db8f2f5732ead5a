// `tuk ride phone`: checks whether a number is verified, sends a code, confirms it.

import type { Command } from '../../cli/command/command.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { secretFrom } from '../../engine/request/secret-file.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { BadInput } from '../../services/http/errors.js';
import { resultOfCall, rideParams } from './ride-hailing.js';

/** A number in the form of E.164. @throws {BadInput} */
export function parsePhone(input: string): string {
  if (/^\+[1-9]\d{6,14}$/.test(input)) return input;
  throw new BadInput(
    'BAD_VALUE',
    `${JSON.stringify(input)} is not a phone number.`,
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

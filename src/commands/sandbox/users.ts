// The user commands of `tuk sandbox`: tokens of seed users, tokens of identity providers, sessions.

import type { Arguments, Command } from '../../cli/command.js';
import { sandboxUsers } from '../../engine/sign-in/sandbox-users.js';
import { BadInput } from '../../services/http/errors.js';
import { controlCommand } from './control-command.js';

const providers = ['privy', 'google', 'apple', 'partner'];

function tokenBody({ positionals: [first = '', second] }: Arguments): Readonly<Record<string, unknown>> {
  if (second === undefined) return { user: first };
  if (providers.includes(first)) return { proof: first, user: second };
  throw new BadInput('UNKNOWN_PROOF', `${JSON.stringify(first)} is not an identity provider: ${providers.join(', ')}.`);
}

const userBody = ({ positionals: [user] }: Arguments) => ({ user });
export const userCommands: readonly Command[] = [
  controlCommand('token', {
    hidden: true,
    summary: 'Create tokens of a seed user, for tuk login --tokens-stdin',
    description: 'With privy, google, apple or partner before the name: a token of that identity provider.',
    values: ['<user>', '[of]'],
    offers: {
      user: () => [...sandboxUsers, ...providers],
      of: ([first = '']) => (providers.includes(first) ? sandboxUsers : []),
    },
    examples: ['tuk sandbox token mina', 'tuk sandbox token privy lan', 'tuk sandbox token google mina'],
    body: tokenBody,
  }),
  controlCommand('session list', {
    hidden: true,
    summary: 'List the sessions of the sandbox',
    examples: ['tuk sandbox session list'],
  }),
  controlCommand('session expire', {
    hidden: true,
    summary: 'Expire all access tokens of a user',
    values: '<user>',
    offers: { user: () => sandboxUsers },
    examples: ['tuk sandbox session expire mina'],
    body: userBody,
  }),
  controlCommand('session revoke', {
    hidden: true,
    summary: 'Revoke the sessions of a user',
    values: '<user>',
    offers: { user: () => sandboxUsers },
    examples: ['tuk sandbox session revoke mina'],
    body: userBody,
  }),
];

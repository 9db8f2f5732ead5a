// Tokens for the cast, what stands for the tokens of other houses, and sessions.

import type { Arguments, Command } from '../../cli/command.js';
import { BadInput } from '../../services/http/errors.js';
import { hand } from './hand.js';

const proofs = ['privy', 'google', 'apple', 'partner'];

function tokenBody({ positionals: [first = '', second] }: Arguments): Readonly<Record<string, unknown>> {
  if (second === undefined) return { user: first };
  if (proofs.includes(first)) return { proof: first, user: second };
  throw new BadInput('UNKNOWN_PROOF', `${JSON.stringify(first)} is no house whose tokens there are: ${proofs.join(', ')}.`);
}

const ofUser = ({ positionals: [user] }: Arguments) => ({ user });
export const peopleCommands: readonly Command[] = [
  hand('token', {
    summary: 'Make tokens for one of the cast, as login --tokens-stdin takes them',
    description:
      "With privy, google, apple or partner before the name: what stands for that house's token of the person, as the calls that take one do.",
    values: '<user> [of]',
    examples: ['tuk sandbox token mina', 'tuk sandbox token privy lan', 'tuk sandbox token google mina'],
    body: tokenBody,
  }),
  hand('session list', { summary: 'List the sessions of the sandbox', examples: ['tuk sandbox session list'] }),
  hand('session expire', {
    summary: 'Let all access tokens of a user count as expired',
    values: '<user>',
    examples: ['tuk sandbox session expire mina'],
    body: ofUser,
  }),
  hand('session revoke', {
    summary: 'End the sessions of a user for good',
    values: '<user>',
    examples: ['tuk sandbox session revoke mina'],
    body: ofUser,
  }),
];

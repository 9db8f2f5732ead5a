// Checks addresses before anything is sent: options, by --network, and the fields of a request that moves no value.

import type { Arguments } from '../../cli/command/command.js';
import { addressProblem, requireAddress } from '../../money/values/address.js';
import { familyOf } from '../../money/values/networks.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { flagOf, type Inputs, keyOf } from './params.js';

const networkIn = ({ network, tokenNetwork }: Arguments['options']): string | undefined =>
  (network ?? tokenNetwork) as string | undefined;

/**
 * Checks every address option.
 * @throws {BadInput} for an invalid address of its network; {Guarded} for a possible key
 */
export async function checkAddresses({ options: optionSpecs = [] }: Inputs, { options }: Arguments): Promise<void> {
  for (const option of optionSpecs.filter((option) => option.as === 'address')) {
    const text = options[keyOf(option)];
    if (typeof text !== 'string') continue;
    requireAddress(text, flagOf(option), networkIn(options));
  }
}

/** The problem of an address that was typed at a prompt, in one sentence. */
export async function addressProblemOf(
  text: string,
  { options }: Pick<Arguments, 'options'>,
): Promise<string | undefined> {
  return addressProblem(text, 'This', networkIn(options))?.message;
}

/** Services with chain addresses; elsewhere an address may be a street address. */
const chainServices: readonly string[] = ['user', 'wallet', 'vehicle-oracle', 'bep20-swap'];
/** The fields of a chain address. */
const addressField = /^((wallet|contract|token|tokencontract|from|to|owner|spender)?address)$/;

/**
 * Checks the address fields of a request that moves no value: path, query, and the body if it also names a network. A
 * wrong address has no balance and no history, which must not look like an empty one.
 * @throws {BadInput} BAD_ADDRESS, BAD_CHECKSUM; {Guarded} for a possible key
 */
export async function checkRequestAddresses(
  { service, method, path }: Call,
  { url, body }: Pick<HttpRequest, 'url' | 'body'>,
): Promise<void> {
  if (!chainServices.includes(service)) return;
  const { pathname, searchParams } = new URL(url);
  const fields: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(searchParams),
    ...fieldsIn(body),
    ...pathFields(path, pathname),
  };
  const network = [fields.network, fields.tokenNetwork].find((name): name is string => typeof name === 'string');
  if (method !== 'GET' && network === undefined) return;
  if (network !== undefined && familyOf(network) === undefined) return; // the form of addresses there is not public
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && value !== '' && addressField.test(name.toLowerCase().replace(/[^a-z]/g, '')))
      requireAddress(value, `The field ${name}`, network);
}

function fieldsIn(body: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = body === undefined ? undefined : parseLossless(body);
  return isRecord(value) ? value : {};
}

function pathFields(line: string, pathname: string): Readonly<Record<string, string>> {
  if (pathNames(line).length === 0) return {};
  const segments = line.split('/').slice(1);
  const last = pathname.split('/').slice(-segments.length);
  const entries = segments.flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined || last[at] === undefined ? [] : [[name, decodedPart(last[at])] as const];
  });
  return Object.fromEntries(entries);
}

function decodedPart(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not an address
  }
}

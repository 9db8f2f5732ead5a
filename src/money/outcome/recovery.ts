// The command that shows the outcome of a transfer whose response was lost.

import { findCall } from '../../services/catalogue/index.js';
import { quoted } from '../../services/command-line.js';
import { asText } from '../../services/json-value.js';
import { lookCommands } from '../../things/operations.js';
import { parseRequestFields } from '../facts/request-fields.js';
import type { Operation } from '../ledger/operation.js';

type RecordedOperation = Pick<Operation, 'profile' | 'service' | 'call' | 'url' | 'body'>;

/** The profile's field names, and the function that completes a command line. */
export interface RecoveryDependencies {
  readonly fieldNames: Readonly<Record<string, string>>;
  readonly nextCommand: (line: string, profile?: string) => string;
}

/** The command line that reads the outcome of an operation, in its profile, if there is one. */
export const recoveryCommand = async (
  operation: RecordedOperation & { readonly id?: string },
  deps: RecoveryDependencies,
): Promise<string | undefined> =>
  operation.service === 'chain'
    ? operation.id && deps.nextCommand(`tuk wallet tx resume ${operation.id}`, operation.profile)
    : findCommand(operation, deps).catch(() => undefined); // a hint about a failure must not replace it

async function findCommand(
  { profile, service, call: name, url, body }: RecordedOperation,
  { fieldNames, nextCommand }: RecoveryDependencies,
): Promise<string | undefined> {
  const call = await findCall(service, name);
  if (!call) return undefined;
  const requestFields = await parseRequestFields(call, { url, body }, fieldNames);
  for (const line of lookCommands(service, name)) {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const values = names.map((name) => [name, asText(requestFields.paramValue(name))] as const);
    if (values.some(([, value]) => /^(-|$)/.test(value))) continue;
    const words = new Map(values);
    return nextCommand(`tuk ${line.replace(/\{(\w+)\}/g, (_, name) => quoted(words.get(name)!))}`, profile);
  }
  return undefined;
}

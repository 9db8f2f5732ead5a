// The operations of the ledger: their names, their kinds, and the reads that show their states.

import type { StatusList } from '../services/catalogue/statuses.js';
import { operationSpecs, things } from './index.js';
import type { OperationKind, OperationSpec, StateRead } from './operation.js';
import { ride } from './ride.js';
import type { Thing, WebPage } from './thing.js';
import { transaction, transactionRead } from './transaction.js';
import type { DeclaredResponse, TransferFields } from './transfer.js';

/** The operations that this machine signs as transactions. */
const onChain: Readonly<Record<string, Pick<OperationSpec, 'name' | 'kind'> & Partial<OperationSpec>>> = {
  // The facts of a transaction are in its bytes (money/evm/describe); later transfers need the kind of its recipient.
  'chain send': {
    name: 'transaction',
    kind: 'transaction',
    facts: { to: { kind: 'address', at: { constant: '' } } },
  },
  'chain approve': { name: 'allowance', kind: 'transaction' },
  'chain swap': { name: 'token swap', kind: 'swap' },
};
/** The paths of the transaction in the response of the call that began it. */
export const transactionInResponse = {
  hash: ['hash', 'transactionHash', 'depositHash'],
  network: ['network', 'fromNetwork'],
} as const;
const inResponse = (paths: readonly string[]) => paths.map((at) => `answer.${at}`);
/** The pages of an operation, by the fields of `tuk ops show`: its transaction is in its history or its response. */
export const operationPages: readonly WebPage[] = [
  {
    transaction: ['hash', 'history.hash', ...inResponse(transactionInResponse.hash)],
    network: ['network', ...inResponse(transactionInResponse.network), 'body.network'],
  },
  ...ride.webPages.map(({ link }) => ({ link: link.flatMap((at) => [`found.${at}`, `answer.${at}`]) })),
];
const specs: Readonly<Record<string, Partial<OperationSpec> | undefined>> = { ...operationSpecs, ...onChain };
const specOf = (service: string, call: string): Partial<OperationSpec> => specs[`${service} ${call}`] ?? {};

/** The locations of the facts of each transfer, by `service call`; a call that moves no value has none. */
export const transferFields: Readonly<Record<string, TransferFields>> = Object.fromEntries(
  Object.entries(specs).flatMap(([call, spec]) => (spec?.facts ? [[call, spec.facts]] : [])),
);
/** The declared response of a call that moves value; nothing for any other. */
export const declaredResponse = (service: string, call: string): DeclaredResponse | undefined =>
  specOf(service, call).response;

/** The thing that has an operation of a call; undefined if none has. */
export const thingOfCall = (service: string, call: string): Thing | undefined =>
  things.find(({ operations = {} }) => Object.hasOwn(operations, `${service} ${call}`));

export interface StateReads {
  readonly statusList: StatusList;
  readonly reads: readonly StateRead[];
}
/** The reads that show the state of an operation; by default the read of a transaction. */
export function stateReads(service: string, call: string): StateReads {
  const { state } = specOf(service, call);
  const statusList = thingOfCall(service, call)?.status?.list;
  return state && statusList
    ? { statusList, reads: state }
    : { statusList: transaction.status.list, reads: [transactionRead] };
}

/** The calls that move value whose operations a read shows. */
export const callsShownBy = (read: string): readonly string[] =>
  Object.keys(specs).filter((name) => {
    const [service = '', call = ''] = name.split(' ');
    return service !== 'chain' && stateReads(service, call).reads.some((one) => one.call === read);
  });

/** What an operation waits for before it moves value, if anything. */
export const awaited = (service: string, call: string): OperationSpec['completedBy'] =>
  specOf(service, call).completedBy;

/** Whether the response says only that an operation has begun: a read must show how it ends. */
export const beginsOnly = (service: string, call: string): boolean => specOf(service, call).isAsync === true;

/** The name of an operation for people: `withdrawal`; the name of its call if the catalogue does not have it. */
export const operationName = (service: string, call: string): string =>
  specOf(service, call).name ?? `${service} ${call}`;

/** The kind of an operation; `other` for a call that the catalogue does not have. */
export const operationKind = (service: string, call: string): OperationKind =>
  specOf(service, call).kind ?? (service === 'chain' ? 'transaction' : 'other');

/**
 * The commands that show the outcome after a lost response, with `{name}` for a parameter of the request.
 * Empty if no command shows it.
 */
export const lookCommands = (service: string, call: string): readonly string[] =>
  specOf(service, call).recoveryCommands ?? [];

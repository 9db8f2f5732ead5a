// The transactions that the ledger of this machine has, and the network of a hash.

import type { Arguments, Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { refuseMissing } from '../../cli/prompts/needs.js';
import { sameAddress } from '../../money/chain/hex.js';
import type { Operation } from '../../money/ledger/operation.js';
import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { transactionInResponse } from '../../things/operations.js';
import { neededNetwork } from '../request/shared-options.js';
import { withJournal } from './status.js';

type KnownTransaction = Readonly<Record<'hash' | 'network', string>>;

/** The transaction of an operation: the newest that was signed here, else what its response names; empty for nothing. */
export async function transactionOf({ id, answer, body }: Operation, context: Context): Promise<KnownTransaction> {
  const signed = (await withJournal(context, (journal) => journal.of(id))).at(-1);
  if (signed) return signed;
  const first = (source: string | undefined, paths: readonly string[]) =>
    asText(paths.map((path) => valueAt(parsedIfJson(source), path)).find((value) => !isNothing(value)));
  const { hash, network } = transactionInResponse;
  return { hash: first(answer, hash), network: first(answer, network) || first(body, network) };
}

/** The network of a hash, by the transactions that were signed here and the responses of the ledger. */
export async function networkInLedger(hash: string, context: Context): Promise<string | undefined> {
  const operations = await readLedger(context, (ledger) => ledger.holding(context.settings().profile.value, hash));
  const responses = await Promise.all(operations.map((operation) => transactionOf(operation, context)));
  const signed = await withJournal(context, (journal) => journal.list());
  return [...signed, ...responses].find((one) => sameAddress(one.hash, hash))?.network;
}

/** The network of a hash: the typed one, else that of the ledger. @throws {BadInput} MISSING_OPTION */
export async function networkOfHash(hash: string, args: Arguments, context: Context): Promise<string> {
  const known = args.options.network ?? (await networkInLedger(hash, context));
  if (!known) refuseMissing({ options: [neededNetwork] }, args);
  return String(known);
}

// A user with operations in the ledger: a stub back end answers changes and reads.
import path from 'node:path';
import type { Ledger } from '../../src/money/ledger/ledger.js';
import { type LedgerPlace, withLedger as open } from '../../src/money/ledger/open.js';
import type { Operation } from '../../src/money/ledger/operation.js';
import { respondByPath, respondJson, type Script } from './scripted-server.js';
import { historyPath, stubUser, withoutHistory } from './users.js';

/** A user of the profile `box`, whose changes are answered by `post` and whose reads by `get`: values by the end of the path, or a function of the path. */
export async function userOf(
  post: Script,
  get: Readonly<Record<string, unknown>> | ((requested: string) => unknown),
  takes = 0,
) {
  const other: Script = (socket, request) => {
    const id = request.path.split('?')[0]!.split('/').at(-1); // what is read by its id has that id
    respondJson({ id, feeAmount: '0.5', amount: String(100 - takes * sent()) })(socket, request);
  };
  const read: Script = (socket, request) => {
    if (typeof get !== 'function') return respondByPath(get, other)(socket, request);
    const body = get(request.path);
    return (body === undefined ? withoutHistory(other) : respondJson(body))(socket, request);
  };
  const shows = typeof get === 'function' || Object.keys(get).some((end) => historyPath.test(`/v1${end}`));
  const user = await stubUser((socket, request) => (request.method === 'GET' ? read : post)(socket, request), {
    history: shows ? 'own' : 'none',
  });
  const list = async () => (await user.json('ops list')) as Operation[];
  const sent = () => user.changes().length;
  return {
    ...user,
    list,
    sent,
    withLedger: <Result>(use: (ledger: Ledger) => Promise<Result> | Result): Promise<Result> =>
      withLedger(user.home, use),
  };
}

/** Where the ledger of a home is. */
export const ledgerIn = (home: string): LedgerPlace => ({
  file: path.join(home, 'ledger.db'),
  identityFile: path.join(home, 'ledger.json'),
});

/** Opens the ledger of a home while `use` runs. */
export const withLedger = <Result>(home: string, use: (ledger: Ledger) => Promise<Result> | Result): Promise<Result> =>
  open(ledgerIn(home), 'reads', use);

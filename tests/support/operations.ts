// A user with operations in the ledger: a stub back end answers changes and reads.
import path from 'node:path';
import { Ledger, type Operation } from '../../src/money/ledger.js';
import { respond, type Script, scripted } from './scripted-server.js';
import { newHome, newUser } from './tuk.js';
import { confirmFieldNames } from './users.js';

/** A user whose changes are answered by `post` and whose reads by `get`, a body by the end of the path. */
export async function userOf(post: Script, get: (requested: string) => unknown) {
  const server = await scripted((socket, request) => {
    if (request.method !== 'GET') return post(socket, request);
    const body = get(request.path) ?? { id: 'x', feeAmount: '0.5', amount: '100' };
    respond(body === 404 ? 404 : 200, JSON.stringify(body))(socket, request);
  });
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  const list = async () => JSON.parse((await user.run('ops list -p box')).stdout) as Operation[];
  const sent = () => server.requests.filter(({ method }) => method !== 'GET').length;
  const withLedger = <Result>(use: (ledger: Ledger) => Result): Result => {
    const ledger = new Ledger(path.join(user.home, 'ledger.db'));
    try {
      return use(ledger);
    } finally {
      ledger.close();
    }
  };
  return { ...user, server, list, sent, withLedger };
}

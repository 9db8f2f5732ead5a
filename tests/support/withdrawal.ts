// A stub response to a withdrawal: the publicly known shape (CONTRACT.md 8.2) with the values of its request.
import type { ReceivedRequest } from './scripted-server.js';

interface WithdrawalBody {
  readonly amount?: unknown;
  readonly currencyId?: unknown;
  readonly toAddress?: unknown;
}
/** The response that accepts a withdrawal as requested. */
export function withdrawalResponse({ body }: Pick<ReceivedRequest, 'body'>, id = 'w') {
  const { amount, currencyId, toAddress } = JSON.parse(body || '{}') as WithdrawalBody;
  return { request: { id, status: 'INCOMING', amount, currencyId, address: toAddress } };
}

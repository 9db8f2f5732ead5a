// A user with a profile for a stub platform that states currencies, fees, prices and orders, each by the end of its path.
import { type ReceivedRequest, respondByPath, respondJson, type Script } from './scripted-server.js';
import { argvOf } from './tuk.js';
import { stubUser } from './users.js';

/** Two addresses of EVM networks. */
export const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** The digits of a whole token in base units, after its own. */
export const wei = '000000000000000000';
/** Responses by the end of their path. */
export type Answers = Readonly<Record<string, unknown>>;
const platform: Answers = {
  '/currencies/MVL': { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/currencies/MVP': { name: 'MVP', network: 'SERVERED', tokenDecimal: 8 },
  '/currencies/USDC': { name: 'USDC', network: 'BASE', withdrawalFee: '0.5', tokenDecimal: 6 },
  '/v3/token': [{ symbol: 'MVL', network: 'ETHEREUM', priceId: 'mvl', decimals: 18 }],
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18 }],
  '/v3/token/BASE': [{ symbol: 'USDC', decimals: 6 }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18 }],
  '/simple/price': { mvl: { usd: 0.004 } },
  '/mvp/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/mvp/quote': { feeAmount: '1', receiveAmount: '49', toCurrencyId: 'MVL' },
  '/products/1': { name: 'Cape', price: '25', currencyId: 'MVP' },
  '/orders/o-1': { id: 'o-1', totalPrice: '80', currencyId: 'MVP' },
  '/games/g': { title: 'Rally', entryFeeAmount: '7', entryFeeCurrencyId: 'MVP' },
  '/offering/public/1': { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' },
  '/bridge-swap/fee': { feeAmount: `1${wei}`, minAmount: `10${wei}`, maxAmount: `100${wei}` },
  '/swap/fee': { feeAmount: `1${wei}`, minAmount: `10${wei}` },
  '/inventory/items/i': { name: 'Hat' },
  '/claim/information': { amount: '3', fee: '1', currency: 'MVL', isClaimable: true },
  '/earn-event/e': { title: 'Event', network: 'ETHEREUM' },
};
/** The response to a withdrawal. */
export const withdrawn = (over: object = {}) => ({
  request: { id: 'w-1', status: 'INCOMING', amount: '25', feeAmount: '1', currencyId: 'MVL', address: mine, ...over },
});

/** A user with a profile for a stub back end; `transfers` are the requests that it received, without reads. */
export async function client({
  limits = {},
  reads = {},
  money = { id: 't' },
}: {
  limits?: Readonly<Record<string, string>>;
  reads?: Answers;
  money?: unknown;
} = {}) {
  const all: Answers = { ...platform, ...reads };
  const read = respondByPath(all);
  const isRead = ({ method, path: at }: ReceivedRequest) => method === 'GET' || /claim\/(information|status)|earn-event\/e$/.test(at);
  const answer: Script = typeof money === 'function' ? (money as Script) : respondJson(money);
  const settings = Object.fromEntries(Object.entries(limits).map(([key, value]) => [`limits.${key}`, value]));
  const user = await stubUser((socket, request) => (isRead(request) ? read : answer)(socket, request), { settings });
  const transfers = () => user.server.requests.filter((request) => !isRead(request));
  const operations = async () => (await user.json('ops list')) as Readonly<Record<string, unknown>>[];
  return { ...user, run: (line: string) => user.run(argvOf(line)), transfers, operations };
}

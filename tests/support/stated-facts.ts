// A user with a profile for a stub platform that states currencies, fees, prices and orders, each by the end of its path.
import { confirmFieldNames } from './confirmed.js';
import { type ReceivedRequest, respond, type Script, scripted } from './scripted-server.js';
import { newHome, newUser } from './tuk.js';

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
  const ends = Object.keys(all).sort((one, two) => two.length - one.length);
  const read = ({ path: at }: ReceivedRequest) => all[ends.find((end) => at.split('?')[0]!.endsWith(end)) ?? ''] ?? {};
  const isRead = ({ method, path: at }: ReceivedRequest) => method === 'GET' || /claim\/(information|status)|earn-event\/e$/.test(at);
  const answer: Script = typeof money === 'function' ? (money as Script) : respond(200, JSON.stringify(money));
  const server = await scripted((socket, request) =>
    (isRead(request) ? respond(200, JSON.stringify(read(request))) : answer)(socket, request),
  );
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  for (const [key, value] of Object.entries(limits)) await user.run(['profile', 'set', 'box', `limits.${key}`, value]);
  const transfers = () => server.requests.filter((request) => !isRead(request));
  const operations = async () => JSON.parse((await user.run('ops list')).stdout) as Readonly<Record<string, unknown>>[];
  const run = (line: string) => user.run([...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!));
  return { ...user, run, server, transfers, operations };
}

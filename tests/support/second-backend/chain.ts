// Wallets, withdrawals, prices, history and native swap of the second back end (CONTRACT.md 1.5, 1.6, 2, 3, 8); the bridge is invented.
import { created201, isAmount, ok200, pathSegment, stateMachine, valuesIn } from './course.js';
import { Refusal, type Routes, requiredText } from './http.js';
import type { Sessions } from './sessions.js';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const bMVL = '0x5f588EfAf8eB57e3837486e834fC5a4E07768D98';
const at = '2026-11-19T08:30:00.000Z';

const wallets = [
  { id: '7f1e8f0e-0000-4000-8000-000000000001', address, network: 'BSC', index: 0, name: 'Harbour' },
  { id: '7f1e8f0e-0000-4000-8000-000000000002', address, network: 'ETHEREUM', index: 1, name: 'Attic' },
];
const asset = (ticker: string, name: string, tokenType: string | null) => ({
  ticker,
  name,
  iconUrl: `https://icons.example/${ticker}`,
  tokenType,
});
const balances: Readonly<Record<string, readonly object[]>> = {
  BSC: [
    { asset: asset('BNB', 'BNB', null), amount: '1250000000000000000', valuatedAmount: '812.5', valuatedCurrency: 'USD' },
    { asset: asset('bMVL', 'bMVL', 'BEP20'), amount: '4200000000000000000000', valuatedAmount: '16.8', valuatedCurrency: 'USD' },
  ],
  ETHEREUM: [{ asset: asset('ETH', 'Ether', null), amount: '70000000000000000', valuatedAmount: '210', valuatedCurrency: 'USD' }],
};
/** A TokenDto of GET /v1/token/{network}: the one version that is public. Newer ones are routes that this back end does not have. */
const token = (symbol: string, name: string, contractAddress: string | null, priceId: string) => ({
  symbol,
  name,
  decimals: 18,
  contractAddress,
  logoURI: `https://icons.example/${symbol}`,
  priceId,
});
const tokens: Readonly<Record<string, readonly object[]>> = {
  BSC: [token('BNB', 'BNB', null, 'binancecoin'), token('bMVL', 'bMVL', bMVL, 'mass-vehicle-ledger')],
  ETHEREUM: [
    token('ETH', 'Ether', null, 'ethereum'),
    token('MVL', 'MVL', '0xa849eaae994fb86afa73382e9bd88c2b6b18dc71', 'mass-vehicle-ledger'),
  ],
};
const swapToken = (symbol: string, its: string) => ({
  symbol,
  name: symbol,
  address: its,
  decimals: 18,
  logoURI: `https://icons.example/${symbol}`,
});
const swapTokens = [swapToken('BNB', coin), swapToken('bMVL', bMVL)];
const prices: Readonly<Record<string, number>> = { 'mass-vehicle-ledger': 0.004, ethereum: 3000, binancecoin: 650 };

/** Five rows, newest first, two of them in the same block; a page has two. */
const history = [5, 4, 3, 2, 1].map((no) => ({
  type: 'SEND_BEP20',
  status: 'SUCCESS',
  id: `tx-${no}`,
  from: no % 2 ? address : other,
  to: no % 2 ? other : address,
  hash: `0x${String(no).repeat(64)}`,
  value: `${no}000000000000000000`,
  fee: '105000000000000',
  updatedAt: `2026-11-1${no}T08:30:00.000Z`,
  ticker: 'bMVL',
  logIndex: 10 + no,
  blockNumber: no === 4 ? 1003 : 1000 + no,
}));

const oneOf = <Row>(rows: Readonly<Record<string, Row>>, network: string | null): Row => {
  const row = rows[network ?? ''];
  if (row === undefined) throw new Refusal(400, `Not support Network: ${network}`, 'NOT_SUPPORTED_NETWORK');
  return row;
};

export function chainRoutes({ signedIn }: Sessions): Routes {
  const transactions = stateMachine<object>('transaction');
  const withdrawals = stateMachine<{ readonly id: string; readonly amount: string; readonly currencyId: string; readonly to: string }>(
    'withdrawal',
  );
  const seen = new Set<string>();
  const requests: string[] = [];
  const crossings: { readonly no: string; readonly leg: string; readonly leaving: string }[] = [];

  /** A BalanceWithdrawalRequestStatusDto. */
  function withdrawal(id: string) {
    const { word: status, amount, currencyId, to } = withdrawals.next(id);
    return {
      cancellable: status === 'INCOMING',
      finalized: ['COMPLETED', 'FAILED'].includes(status),
      title: `${amount} ${currencyId} on its way`,
      abstractHtml: '<b>On its way</b>',
      descriptionHtml: '',
      request: {
        status,
        amount,
        feeAmount: '1',
        id,
        address: to,
        currencyId,
        description: null,
        balanceAccountId: 'ba-1',
        userId: 'u-1',
        data: null,
        createdAt: at,
        updatedAt: at,
      },
    };
  }
  const spendable = (currencyId: string) => ({
    amount: '320.5',
    dailyMaxTransferAmount: null,
    id: 'ba-1',
    title: 'Main',
    currencyId,
    userId: 'u-1',
    blockchainAddress: null,
    createdAt: at,
    updatedAt: at,
    lastTransactionId: null,
  });
  const currency = (id: string) => ({
    network: 'ETHEREUM',
    withdrawalFee: '1',
    id,
    name: id,
    alias: null,
    data: {},
    icon: null,
    contractAddress: '0xa849eaae994fb86afa73382e9bd88c2b6b18dc71',
    balanceTransferable: true,
    balanceWithdrawable: true,
    tokenDecimal: 18,
    withdrawalDelegateUserId: null,
  });
  const swapToken = (value: string | null) => {
    const found = swapTokens.find((one) => one.address.toLowerCase() === value?.toLowerCase());
    if (!found) throw new Refusal(400, 'No such token');
    return found;
  };

  return {
    'GET /user/v2/wallets': signedIn((_, { query }) => {
      const network = query.get('network');
      return ok200(wallets.filter((wallet) => network === null || wallet.network === network));
    }),
    'GET /user/v2/wallets/balance': signedIn((_, { query }) => ok200(oneOf(balances, query.get('network')))),
    'GET /user/v1.2/wallets/balance': ({ query }) => ok200(oneOf(balances, query.get('network'))),
    'GET /user/currencies/{id}': (request) => ok200(currency(pathSegment(request, 2))),
    'GET /user/balance/accounts/current': signedIn((_, { query }) => ok200(spendable(query.get('currencyId') ?? ''))),
    'POST /user/balance/withdrawals': signedIn((_, { body }) => {
      const [amount, currencyId, to] = ['amount', 'currencyId', 'toAddress'].map((name) => requiredText(body, name)) as [
        string,
        string,
        string,
      ];
      const id = `wd-${requests.length + 1}`;
      requests.push(id);
      const end = amount.startsWith('13') ? 'FAILED' : 'COMPLETED'; // amounts that start with 13 fail
      withdrawals.start(id, { id, amount, currencyId, to }, ['INCOMING', 'INCOMING', 'CONFIRMING', end]);
      return created201(withdrawal(id));
    }),
    'GET /user/balance/withdrawals/active': signedIn(() => ok200(requests.map(withdrawal).filter(({ finalized }) => !finalized))),
    'GET /user/balance/withdrawals/{id}': signedIn((_, request) => ok200(withdrawal(pathSegment(request, 3)))),
    'GET /wallet/v1/token/{network}': (request) => ok200(oneOf(tokens, pathSegment(request, 3))),
    'GET /wallet/v2/fee/{network}': signedIn(() => ok200({ low: '3', medium: '4.5', high: '6' })),
    'GET /wallet/v2/wallets/simple/price': signedIn((_, { query }) => {
      const currencies = (query.get('vs_currencies') ?? '').toLowerCase().split(',').filter(Boolean);
      const known = (query.get('ids') ?? '').split(',').filter((id) => id in prices);
      return ok200(Object.fromEntries(known.map((id) => [id, Object.fromEntries(currencies.map((one) => [one, prices[id]]))])));
    }),
    'GET /wallet/v2/wallets/transaction/history'({ query }) {
      for (const name of ['network', 'address', 'filter']) if (!query.get(name)) throw new Refusal(400, `${name} should not be empty`);
      const last = history.findIndex(
        (row) => String(row.blockNumber) === query.get('blockNumber') && String(row.logIndex) === query.get('logIndex'),
      );
      const own = query.get('filter') === 'SEND' ? 'from' : query.get('filter') === 'RECEIVE' ? 'to' : undefined;
      const rows = history.slice(last + 1).filter((row) => own === undefined || row[own] === address);
      return ok200(rows.slice(0, 2));
    },
    /** A transaction starts at its first request. One whose hash ends in `bad` fails, one in `odd` passes an unknown status. */
    'GET /wallet/v2/transactions/refresh'({ query }) {
      const [hash, network] = ['hash', 'network'].map((name) => query.get(name) ?? '') as [string, string];
      if (!hash || !network) throw new Refusal(400, 'hash and network should not be empty');
      if (!seen.has(hash)) {
        const way = hash.endsWith('bad')
          ? ['PENDING', 'FAIL']
          : hash.endsWith('odd')
            ? ['PENDING', 'IN_DOUBT', 'SUCCESS']
            : ['PENDING', 'SUCCESS'];
        transactions.start(hash, {}, ['', ...way]);
        seen.add(hash);
      }
      const { word: status } = transactions.next(hash);
      const row = { hash, network, status, from: address, to: other, value: '1000000000000000000', type: 'SEND_BNB' };
      return ok200({ ...row, fee: '105000000000000', data: '0x', nonce: 7, index: 0 });
    },
    'GET /wallet/v2/native-swap/{network}/tokens': signedIn((_, request) => {
      if (pathSegment(request, 3) !== 'BSC')
        throw new Refusal(
          400,
          `Not Support network: ${pathSegment(request, 3)}. Only BNB Smart Chain is supported for now.`,
          'NOT_SUPPORT_NETWORK',
        );
      return ok200({ tokens: Object.fromEntries(swapTokens.map((one) => [one.address, one])) });
    }),
    'GET /wallet/v2/native-swap/{network}/quote': signedIn((_, { query }) => {
      const [fromToken, toToken] = [swapToken(query.get('fromTokenAddress')), swapToken(query.get('toTokenAddress'))];
      const value = BigInt(query.get('amount') ?? '0');
      if (value <= 0n) throw new Refusal(400, 'Amount must greater than 0', 'INVALID_AMOUNT');
      const toTokenAmount = String(fromToken.symbol === 'bMVL' ? value / 160_000n : value * 160_000n);
      const protocols = { route: [['PANCAKE', 100]] };
      return ok200({
        toTokenAmount,
        fromTokenAmount: String(value),
        fromToken,
        toToken,
        priceImpact: '0.42',
        protocols,
        estimatedGas: 181234,
      });
    }),
    // the bridge: not public
    'GET /bep20-swap/v1/bridge-swap/fee': signedIn(() => ok200({ toll: { raw: '2500000000000000000', human: 2.5 } })),
    'POST /bep20-swap/v1/bridge-swap': signedIn((_, { body }) => {
      const words = valuesIn(body);
      const crossing = { no: `BX-${crossings.length + 1}`, leg: 'REQUESTED', leaving: words.find(isAmount) ?? '' };
      crossings.unshift(crossing);
      return created201({ crossing });
    }),
    'GET /bep20-swap/v1/bridge-swap': signedIn(() => ok200({ crossings, older: null })),
  };
}

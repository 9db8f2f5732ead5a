// `tuk wallet send`: signs a transfer of a coin or a token, and sends it. `send-solana.ts` has the transfers of Solana.

import type { Arguments, Command, Context, Result } from '../../cli/command/command.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { plain } from '../../cli/settings/options.js';
import { chainAccess, chainDependencies } from '../../engine/chain/access.js';
import { feeChoice, feeIn, finish, followOptions, wholeNumber } from '../../engine/chain/operation.js';
import { selectionOf, signedTransferOptions } from '../../engine/chain/options.js';
import { type SelectedSigner, signerOf } from '../../engine/chain/signing-key.js';
import { solanaAccess, solanaDependencies, solanaTokenNamed } from '../../engine/chain/solana.js';
import { balanceOf, evmTokenNamed } from '../../engine/chain/token.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { questionsOf } from '../../engine/change/complete-arguments.js';
import { withContacts } from '../../engine/read/contacts.js';
import type { Option } from '../../engine/request/params.js';
import { despiteOf } from '../../engine/request/shared-options.js';
import type { ChainToken, TransactionEffect } from '../../money/chain/effect.js';
import { requireSigning, signingNetworks } from '../../money/chain/pins.js';
import { encodeCall } from '../../money/evm/contracts.js';
import { type ResolvedName, resolveName } from '../../money/evm/ens.js';
import { gasBounds } from '../../money/evm/fees.js';
import type { EvmIntent } from '../../money/evm/intent.js';
import { runIntent } from '../../money/evm/pipeline.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { familyOfNetwork } from '../../money/keys/signer.js';
import type { Warning } from '../../money/policy/policy.js';
import { acceptedFee, type SolanaFee } from '../../money/solana/fees.js';
import { runSolanaIntent } from '../../money/solana/pipeline.js';
import { checkAddress, isEnsName } from '../../money/values/address.js';
import { baseUnits, whole } from '../../money/values/decimal.js';
import { isSame } from '../../money/values/recipients.js';
import { kebab } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, cited, Guarded, Refused } from '../../services/http/errors.js';

// The options of `tuk wallet send` as values of any chain, and its check of the decoded transfer.
type Options = Arguments['options'];

/** Refuses the options of the other kind of chain. @throws {BadInput} NOT_FOR_NETWORK */
function refuseOptions(options: Options, names: readonly string[], why: string): void {
  const name = names.find((option) => options[option] !== undefined);
  if (name !== undefined) throw new BadInput('NOT_FOR_NETWORK', `--${kebab(name)} is for ${why}.`);
}

/**
 * Parses the amount, with the decimals and the share that are accepted; `isMax` if it is all that the account has.
 * @param mostDecimals the most decimals of any token of the chain: the form is checked before any read
 * @throws {BadInput} BAD_VALUE, TWO_AMOUNTS, BAD_AMOUNT
 */
function amountIn({ amount, rawAmount, decimals, acceptLess }: Options, mostDecimals: number) {
  const stated = decimals === undefined ? undefined : Number(wholeNumber(decimals, '--decimals'));
  if (amount !== undefined && rawAmount !== undefined)
    throw new BadInput('TWO_AMOUNTS', 'Give --amount or --raw-amount, and not both.');
  const typedRaw = rawAmount === undefined ? undefined : baseUnits(String(rawAmount), 0, '--raw-amount');
  const isMax = typeof amount === 'string' && /^max$/i.test(amount);
  if (amount !== undefined && !isMax) baseUnits(String(amount), mostDecimals, '--amount');
  return {
    decimals: stated,
    isMax,
    acceptLess: acceptLess === undefined ? undefined : shareOf(String(acceptLess)),
    rawOf: (token: ChainToken): bigint => typedRaw ?? baseUnits(String(amount), token.decimals, '--amount'),
  };
}

/** Parses the accepted share: a decimal above 0, up to 1. @throws {BadInput} BAD_VALUE */
function shareOf(text: string): string {
  if (/^(0\.\d{1,6}|1(\.0{1,6})?)$/.test(text) && Number(text) > 0) return text;
  throw new BadInput(
    'BAD_VALUE',
    `--accept-less takes a share from 0.000001 to 1, and not ${cited(text)}.`,
    'Like 0.9 for 90 per cent.',
  );
}

/**
 * Checks that a decoded transaction is the requested transfer.
 * @param raw base units; undefined for all that the account has
 * @throws {Guarded} OTHER_TRANSACTION
 */
function requireTransfer(effect: TransactionEffect, to: string, token: ChainToken, raw: bigint | undefined): void {
  const isRequested =
    effect.kind === 'transfer' &&
    isSame(effect.to, to) &&
    (raw === undefined || effect.moves.raw === raw) &&
    effect.moves.token.address === token.address;
  if (!isRequested) throw new Guarded('OTHER_TRANSACTION', 'The transaction is not what was asked for.');
}

// `tuk wallet send` on Solana: SOL, or a token by its mint.

/** The options that only EVM chains have. */
const evmOnly = ['nonce', 'gasLimit'];

/** Sends SOL or a token on a Solana network. @returns the exit code @throws as `runSolanaIntent` */
async function sendOnSolana({ options: input }: Arguments, context: Context): Promise<Result> {
  const network = String(input.network);
  refuseOptions(input, evmOnly, `EVM chains, and ${network} is not one`);
  const to = String(input.to);
  checkAddress(to, '--to', network);
  const clientRef = clientRefOf(input);
  const fee = feeOf(input);
  const follow = followOptions(input, context);
  const memo = memoOf(input.memo);
  const { decimals, isMax, acceptLess, rawOf } = amountIn(input, 20);
  const signer = await signerOf(context, selectionOf(input), 'solana');
  const from = signer.address;
  const access = await solanaAccess(context, network, true);
  const deps = await solanaDependencies(context, access, signer, {
    newRecipient: input.newRecipient === true,
    despite: despiteOf(input),
    decimals,
  });
  const token = await solanaTokenNamed(context, deps, String(input.token), decimals);
  const raw = isMax ? 'max' : rawOf(token);
  if (raw !== 'max' && raw >= 2n ** 64n)
    throw new BadInput('BAD_AMOUNT', 'The amount is more than a token of Solana can have.');
  const asked = JSON.stringify({
    network,
    chain: access.identity,
    from,
    to,
    token: token.address ?? 'coin',
    rawAmount: raw.toString(),
    memo,
  });
  const outcome = await runSolanaIntent(
    {
      ...{ call: 'send', from, to, token, raw, memo, fee, asked, clientRef, acceptLess },
      check: (effect) => requireTransfer(effect, to, token, raw === 'max' ? undefined : raw),
    },
    deps,
  );
  return finish(context, outcome, from, deps, follow);
}

/** Parses the choice of the fee. @throws {BadInput} BAD_VALUE */
function feeOf({ fee, acceptFee }: Arguments['options']): SolanaFee {
  const { level, parts } = feeIn(fee, ['priority']);
  if (typeof acceptFee === 'string') acceptedFee(acceptFee);
  return {
    level,
    priority: parts.priority === undefined ? undefined : wholeNumber(parts.priority, '--fee priority'),
    accepted: typeof acceptFee === 'string' ? acceptFee : undefined,
  };
}

/** The most bytes of a memo: it shares its transaction with everything else. */
const mostMemo = 256;
/** Parses a memo: 1 to 256 bytes of UTF-8. @throws {BadInput} BAD_VALUE */
function memoOf(memo: unknown): string | undefined {
  if (memo === undefined) return undefined;
  const text = String(memo);
  const size = Buffer.byteLength(text, 'utf8');
  if (size >= 1 && size <= mostMemo && Buffer.from(text, 'utf8').toString('utf8') === text) return text;
  throw new BadInput('BAD_VALUE', `--memo takes 1 to ${mostMemo} bytes of UTF-8, and this is ${size}.`);
}

// ENS names in place of a recipient on an EVM network: resolved by the profile's node of Ethereum.

const ethereum = 'ETHEREUM';

/** A recipient, and what its name adds to a receipt. */
interface NamedRecipient {
  readonly address: string;
  /** Lines of the receipt; none for a typed address. */
  readonly lines: readonly (readonly [string, string])[];
  readonly warnings: readonly Warning[];
  /** Resolves the name again. @throws {Guarded} NAME_CHANGED */
  readonly recheck: () => Promise<void>;
}

/**
 * The recipient of a send on an EVM network: an address as it is typed, or the address of an ENS name.
 * @throws {BadInput} NO_NAMES without a node of Ethereum, as `resolveName`; {Guarded} NAME_IS_CONTRACT for a contract
 * of Ethereum as the recipient on another network, OTHER_CHAIN
 */
async function namedRecipient(context: Context, typed: string, network: string): Promise<NamedRecipient> {
  if (!isEnsName(typed)) return { address: typed, lines: [], warnings: [], recheck: async () => {} };
  const { chain, rpc } = await chainAccess(context, ethereum).catch((error: unknown) => {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(
      'NO_NAMES',
      `A name is resolved by a node of Ethereum, and none can be asked: ${error.message}`,
      error.hint ?? 'Give the address itself.',
    );
  });
  await checkChainId(rpc, chain);
  const resolved = await firstResolved(context, typed, () => resolveName(typed, rpc));
  const { name, address, agrees } = resolved;
  if (network !== ethereum && (await rpc.code(address)) !== '0x')
    throw new Guarded(
      'NAME_IS_CONTRACT',
      `The name ${name} is that of a contract of Ethereum, which may belong to nobody on ${network}.`,
      'Give the address itself if you know that it is theirs there.',
    );
  return {
    address,
    lines: [['Name', agrees ? `${name}, which the address has set as its own` : name]],
    warnings: agrees ? [] : [notItsOwn(resolved)],
    recheck: async () => {
      const again = await resolveName(name, rpc);
      if (again.address === address) return;
      throw new Guarded(
        'NAME_CHANGED',
        `The name ${name} leads to another address now than in the receipt.`,
        'Run it again.',
      );
    },
  };
}

/** What a name has led to first: the check of a batch is confirmed for all of its rows. A failure is not kept. */
function firstResolved(
  { world: { names } }: Context,
  typed: string,
  resolve: () => Promise<ResolvedName>,
): Promise<ResolvedName> {
  const first = (names?.get(typed) as Promise<ResolvedName> | undefined) ?? resolve();
  names?.set(typed, first);
  first.catch(() => names?.delete(typed));
  return first;
}

const notItsOwn = ({ name, address }: ResolvedName): Warning => ({
  code: 'NAME_NOT_REVERSED',
  message: `The name ${name} leads to ${address}, but this address has not set that name as its own: compare it.`,
});

const options: readonly Option[] = [
  plain('--network <network>', 'the network, an EVM chain or Solana', {
    words: Network,
    offers: () => signingNetworks,
    required: true,
  }),
  plain('--token <token>', 'the coin or token: a symbol, or the address of its contract or mint', { required: true }),
  plain('--to <address>', 'the recipient: an address, a contact or an ENS name', { as: 'recipient', required: true }),
  plain(
    '--amount <amount>',
    'the amount in whole tokens; max: all of a token, all coins but the most that the fee can be',
    { as: 'amount', required: true },
  ),
  plain('--raw-amount <n>', 'the amount in base units instead', { as: 'base units', param: false, inForm: 'folded' }),
  {
    flags: '--decimals <n>',
    effects: ['widens'],
    summary: 'the decimals of a token that no list has, as you know them',
    param: false,
    inForm: 'folded',
  },
  plain('--nonce <n>', 'the next nonce of the account, stated', { param: false, inForm: 'folded' }),
  {
    flags: '--accept-less <share>',
    effects: ['widens'],
    summary: 'accept that a token keeps a part; 0.9 accepts if 90 per cent or more arrives',
    param: false,
    inForm: 'folded',
  },
  plain('--memo <text>', 'a text that everybody can read beside the transfer, on Solana: up to 256 bytes', {
    param: false,
    inForm: 'folded',
  }),
  ...signedTransferOptions,
];

export const send: Command = {
  name: 'send',
  signs: 'send',
  dryRun: 'plan',
  summary: 'Send a coin or a token on an EVM chain or Solana, signed here',
  description: `Use it to pay from a key of your own. The key never leaves this machine.

tuk reads the chain, balance, decimals, nonce and fee from your node (rpc.NETWORK), and checks them.
The receipt shows the bytes that tuk signs. The limits of the profile always apply.
Records the bytes in the ledger before they leave, and signs them once. If the send fails, run tuk wallet tx resume.
The platform records a transaction of an EVM chain. Then tuk waits for its block. tuk cannot sign on other networks.

On Solana the fee is exact. State the priority fee of the whole transaction with --fee priority=LAMPORTS.
If the recipient has no token account, the transaction creates it, and you pay for it.
A transaction that is in no block expires after a minute or two. It is then not done, and you can use its reference again.

Exit 10: it is signed, and tuk does not know if the chain has it. Exit 13: it was mined and reverted. Exit 8: it is not confirmed yet.`,
  options,
  examples: [
    'tuk wallet send --network BSC --token BNB --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 0.01 --key-file phrase.txt --new-recipient --yes',
    'tuk wallet send --network BSC --token bMVL --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 25 --fee low --client-ref march-7 --key-file phrase.txt --yes',
    'tuk wallet send --network BSC --token BNB --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 0.01 --key-file phrase.txt --dry-run',
    'tuk wallet send --network SOLANA --token SOL --to <address> --amount 0.5 --memo "Rent of May" --key-file id.json --new-recipient --yes',
  ],
  needs: [['amount', 'rawAmount']],
  uses: { wallet: ['listNetworkTokens', 'listTokens', 'recordTransaction'], user: ['listWalletsV2'] },
  prompts: true,
  run: async (typed, context) => {
    if (typeof typed.options.network === 'string') requireSigning(typed.options.network);
    const prompts = { amount: { when: ({ options: { rawAmount } }: Arguments) => rawAmount === undefined } };
    const completeArgs = await runWizard(typed, questionsOf({ options, prompts }, context), undefined, context);
    const complete = await withContacts({ options }, completeArgs, context);
    return requireSigning(String(complete.options.network)) === 'solana'
      ? sendOnSolana(complete, context)
      : sendFrom(complete, context);
  },
};

async function sendFrom({ options: input }: Arguments, context: Context) {
  const network = String(input.network);
  refuseOptions(input, ['memo'], `Solana, and ${network} is an EVM chain`);
  const [typedTo, typedToken] = [String(input.to), String(input.token)];
  const named = await namedRecipient(context, typedTo, network);
  checkAddress(named.address, '--to', network);
  const to = checksummed(named.address);
  const clientRef = clientRefOf(input);
  const fee = feeChoice(input);
  const follow = followOptions(input, context);
  const nonce = input.nonce === undefined ? undefined : wholeNumber(input.nonce, '--nonce');
  const { decimals, isMax, acceptLess, rawOf } = amountIn(input, 77);
  const selected = signerOf(context, selectionOf(input), familyOfNetwork(network), network);
  selected.catch(() => {});
  // What needs no address is read while the process of the key starts.
  const opening = (async () => {
    const access = await chainAccess(context, network, 'later');
    const signer: Pick<SelectedSigner, 'withKey' | 'release'> = {
      withKey: async (use) => (await selected).withKey(use),
      release: () => void selected.then((one) => one.release()),
    };
    const deps = await chainDependencies(context, access, signer, {
      newRecipient: input.newRecipient === true,
      despite: despiteOf(input),
      decimals,
    });
    return { access, deps, token: await evmTokenNamed(context, deps, typedToken, decimals) };
  })();
  opening.catch(() => {}); // what is wrong with the key is said first
  const { address: from } = await selected;
  const { access, deps, token } = await opening;
  const isMaxCoin = isMax && token.address === undefined; // the pipeline computes it with the fee
  const balanceRead = token.address === undefined ? undefined : balanceOf(access, token, from);
  balanceRead?.catch(() => {});
  const raw = isMax ? ((await balanceRead) ?? 0n) : rawOf(token);
  if (isMax && !isMaxCoin && raw === 0n)
    throw new Refused(
      'refused',
      'INSUFFICIENT_FUNDS',
      `The account ${from} has no ${token.symbol} on ${network}.`,
      undefined,
      { unsent: true },
    );
  const asked = JSON.stringify({
    network,
    chainId: access.chain.chainId.toString(),
    from,
    to,
    token: token.address ?? 'coin',
    rawAmount: isMax ? 'max' : raw.toString(),
  });
  const intent: EvmIntent = {
    call: 'send',
    from,
    asked,
    clientRef,
    fee,
    nonce,
    acceptLess,
    isMax: isMaxCoin,
    gasBound: token.address === undefined ? gasBounds.coin : gasBounds.token,
    build: async () =>
      token.address === undefined
        ? { to, value: raw, data: '0x' }
        : { to: token.address, value: 0n, data: encodeCall('erc20', 'transfer', { to, amount: raw }) },
    funds: async ({ tokens }) => {
      const balance = await balanceRead;
      const reserved = token.address === undefined ? 0n : tokens(token.address);
      if (balance !== undefined && balance < raw + reserved) {
        throw new Refused(
          'refused',
          'INSUFFICIENT_FUNDS',
          `The account ${from} has ${whole(balance, token.decimals)} ${token.symbol} on ${network}${reserved === 0n ? '' : `, of which ${whole(reserved, token.decimals)} are on their way`}, and ${whole(raw, token.decimals)} were to be sent.`,
          undefined,
          { unsent: true },
        );
      }
    },
    check: (effect) => requireTransfer(effect, to, token, isMaxCoin ? undefined : raw),
    notes: async ({ kind }) => [
      ...named.lines,
      ...(isMaxCoin && kind === 'transfer' ? [['Stays', 'what the fee does not use of its maximum'] as const] : []),
    ],
    warnings: async () => [...named.warnings, ...recipientWarnings(await access.rpc.code(to))],
    recheck: named.recheck,
  };
  return finish(context, await runIntent(intent, deps), from, deps, follow);
}

function recipientWarnings(code: string): readonly Warning[] {
  if (code === '0x') return [];
  const [warning, message] = code.startsWith('0xef0100')
    ? ['DELEGATED_RECIPIENT', 'The recipient is an account whose owner has delegated it to a contract (EIP-7702).']
    : ['CONTRACT_RECIPIENT', 'The recipient is a contract: it may not be able to send on what it receives.'];
  return [{ code: warning, message }];
}

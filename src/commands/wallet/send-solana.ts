// `tuk wallet send` on Solana: SOL, or a token by its mint.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { feeIn, finish, followOptions, wholeNumber } from '../../engine/chain/operation.js';
import { selectionOf } from '../../engine/chain/options.js';
import { signerOf } from '../../engine/chain/signing-key.js';
import { solanaAccess, solanaDependencies, solanaTokenNamed } from '../../engine/chain/solana.js';
import { clientRefOf } from '../../engine/change/client-ref.js';
import { despiteOf } from '../../engine/request/shared-options.js';
import { checkAddress } from '../../money/address.js';
import { acceptedFee, type SolanaFee } from '../../money/solana/fees.js';
import { runSolanaIntent } from '../../money/solana/pipeline.js';
import { BadInput } from '../../services/http/errors.js';
import { amountIn, refuseOptions, requireTransfer } from './send-options.js';

/** The options that only EVM chains have. */
const evmOnly = ['nonce', 'gasLimit'];

/** Sends SOL or a token on a Solana network. @returns the exit code @throws as `runSolanaIntent` */
export async function sendOnSolana({ options: input }: Arguments, context: Context): Promise<number> {
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
    throw new BadInput('BAD_AMOUNT', 'The amount is more than a token of Solana can have; nothing was signed.');
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

/** Parses the choice of the fee. @throws {BadInput} BAD_FEE, BAD_NUMBER */
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
/** Parses a memo: 1 to 256 bytes of UTF-8. @throws {BadInput} BAD_MEMO */
function memoOf(memo: unknown): string | undefined {
  if (memo === undefined) return undefined;
  const text = String(memo);
  const size = Buffer.byteLength(text, 'utf8');
  if (size >= 1 && size <= mostMemo && Buffer.from(text, 'utf8').toString('utf8') === text) return text;
  throw new BadInput(
    'BAD_MEMO',
    `--memo takes 1 to ${mostMemo} bytes of UTF-8, and this is ${size}; nothing was signed.`,
  );
}

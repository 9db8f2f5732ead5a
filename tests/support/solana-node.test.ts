// Protects the Solana node of the tests: it answers as Solana does for transfers, rent, fees, expiry and repeated signatures, and its controls do what they say.
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { extension, solanaNode } from './solana-node.js';
import { token2022 } from './solana-shown.js';

// biome-ignore lint/suspicious/noExplicitAny: results of any method
type Any = any;

/** A client of a node and a funded account. */
async function client(options: Parameters<typeof solanaNode>[0] = {}) {
  const node = await solanaNode(options);
  const ask = async (method: string, ...params: unknown[]): Promise<Any> => {
    const response = await fetch(node.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });
    return response.json();
  };
  const result = async (method: string, ...params: unknown[]): Promise<Any> => (await ask(method, ...params)).result;
  const from = await generateKeyPairSigner();
  const { address: to } = await generateKeyPairSigner();
  node.fund(from.address, sol);
  const message = async (instructions: Instruction[], { version = 0 as 0 | 'legacy', payer = from } = {}) => {
    const { value } = await result('getLatestBlockhash', { commitment: 'processed' });
    return pipe(
      createTransactionMessage({ version }) as Any,
      (m) => setTransactionMessageFeePayerSigner(payer, m as Any),
      (m) =>
        setTransactionMessageLifetimeUsingBlockhash({ ...value, blockhash: value.blockhash as Blockhash }, m as Any),
      (m) => appendTransactionMessageInstructions(instructions, m as Any),
    ) as Any;
  };
  const sign = async (instructions: Instruction[], how = {}): Promise<string> =>
    getBase64EncodedWireTransaction((await signTransactionMessageWithSigners(await message(instructions, how))) as Any);
  const transfer = (amount: bigint, destination: Address = to, source: KeyPairSigner = from) =>
    getTransferSolInstruction({ source, destination, amount });
  const config = { encoding: 'base64', preflightCommitment: 'processed' };
  const send = (wire: string, more = {}) => ask('sendTransaction', wire, { ...config, ...more });
  const status = async (signature: string) => (await result('getSignatureStatuses', [signature])).value[0];
  return { node, ask, result, from, to, message, sign, transfer, send, status };
}
const sol = 1_000_000_000n;
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

test('a transfer lands, costs 5000 lamports and becomes confirmed, then finalized', async () => {
  const { node, result, from, to, sign, transfer, send, status } = await client();
  const { result: signature } = await send(await sign([transfer(2_000_000n)]));
  expect(await status(signature)).toMatchObject({ confirmationStatus: 'processed', confirmations: 0, err: null });
  const balance = async (commitment?: string) =>
    (await result('getBalance', to, ...(commitment ? [{ commitment }] : []))).value;
  expect([await balance('processed'), await balance('confirmed'), await balance()]).toEqual([2_000_000, 0, 0]);
  node.advance();
  expect(await status(signature)).toMatchObject({ confirmationStatus: 'confirmed' });
  expect([await balance('confirmed'), await balance()]).toEqual([2_000_000, 0]);
  expect(await result('getTransaction', signature, { maxSupportedTransactionVersion: 0 })).toBeNull();
  node.advance(30);
  expect(await status(signature)).toMatchObject({ confirmationStatus: 'finalized', confirmations: null });
  expect(await balance()).toBe(2_000_000);
  const shown = await result('getTransaction', signature, { maxSupportedTransactionVersion: 0 });
  expect(shown.meta).toMatchObject({
    err: null,
    fee: 5000,
    preBalances: [1_000_000_000, 0, 1],
    postBalances: [997_995_000, 2_000_000, 1],
  });
  expect(shown.transaction.message.accountKeys.slice(0, 2)).toEqual([from.address, to]);
  expect(await result('getSignaturesForAddress', to)).toMatchObject([{ signature, err: null, memo: null }]);
  expect([...node.chain.landed.keys()]).toEqual([signature]);
});

test('a version that the client did not ask for is an error', async () => {
  const { node, ask, result, sign, transfer, send } = await client();
  const { result: signature } = await send(await sign([transfer(sol / 2n)]));
  const { result: legacy } = await send(await sign([transfer(sol / 4n)], { version: 'legacy' }));
  node.advance(31);
  expect((await ask('getTransaction', signature)).error).toMatchObject({ code: -32_015 });
  expect(await result('getTransaction', legacy)).toMatchObject({ version: 'legacy' });
});

test('the same signature lands once', async () => {
  const { node, to, sign, transfer, send } = await client();
  const wire = await sign([transfer(sol / 4n)]);
  const { result: signature } = await send(wire);
  const again = await send(wire);
  expect(again.error).toMatchObject({
    code: -32_002,
    message: 'Transaction simulation failed: This transaction has already been processed',
    data: { err: 'AlreadyProcessed', logs: [] },
  });
  expect((await send(wire, { skipPreflight: true })).result).toBe(signature);
  expect(node.sent).toEqual([signature, signature]);
  expect(node.lamports(to)).toBe(sol / 4n);
  expect(node.chain.landed.size).toBe(1);
});

test('a blockhash is recent for 150 blocks', async () => {
  const { node, result, to, sign, transfer, send, status } = await client();
  const { value } = await result('getLatestBlockhash', { commitment: 'processed' });
  const [last, late] = [await sign([transfer(sol / 4n)]), await sign([transfer(sol / 8n)])];
  node.advance(150);
  expect(await result('getBlockHeight', { commitment: 'processed' })).toBe(value.lastValidBlockHeight);
  expect((await result('isBlockhashValid', value.blockhash, { commitment: 'processed' })).value).toBe(true);
  expect((await send(last)).error).toBeUndefined();
  expect(node.lamports(to)).toBe(sol / 4n);
  expect((await result('isBlockhashValid', value.blockhash, { commitment: 'processed' })).value).toBe(false);
  const { error } = await send(late);
  expect(error).toMatchObject({ code: -32_002, data: { err: 'BlockhashNotFound' } });
  expect(error.message).toBe('Transaction simulation failed: Blockhash not found');
  const { result: signature } = await send(late, { skipPreflight: true });
  expect(await status(signature)).toBeNull();
  expect(node.lamports(to)).toBe(sol / 4n);
});

test('a blockhash is unknown to an older block', async () => {
  const { sign, transfer, send } = await client();
  const { error } = await send(await sign([transfer(sol / 4n)]), { preflightCommitment: 'finalized' });
  expect(error.data.err).toBe('BlockhashNotFound');
});

test('an account below the rent-exempt minimum is refused, and a failure in a block costs its fee', async () => {
  const { node, result, from, to, sign, transfer, send, status } = await client();
  expect(await result('getMinimumBalanceForRentExemption', 0)).toBe(890_880);
  expect(await result('getMinimumBalanceForRentExemption', 165)).toBe(2_039_280);
  const wire = await sign([transfer(890_879n)]);
  expect((await send(wire)).error.data.err).toEqual({ InsufficientFundsForRent: { account_index: 1 } });
  const { result: signature } = await send(wire, { skipPreflight: true });
  expect(await status(signature)).toMatchObject({
    err: { InsufficientFundsForRent: { account_index: 1 } },
    status: { Err: { InsufficientFundsForRent: { account_index: 1 } } },
  });
  expect([node.lamports(from.address), node.lamports(to)]).toEqual([sol - 5000n, 0n]);
  expect((await send(await sign([transfer(890_880n)]))).error).toBeUndefined();
});

test('a transfer of all leaves 0, and one of more names the program error', async () => {
  const { node, from, sign, transfer, send } = await client();
  const { error } = await send(await sign([transfer(2n * sol)]));
  expect(error.message).toBe(
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  );
  expect(error.data).toMatchObject({ err: { InstructionError: [0, { Custom: 1 }] }, unitsConsumed: 150 });
  await send(await sign([transfer(sol - 5000n)]));
  expect(node.lamports(from.address)).toBe(0n);
  const poor = await send(await sign([transfer(1n)]));
  expect(poor.error.data.err).toBe('AccountNotFound');
});

test('the fee of a message is what the transaction costs', async () => {
  const { node, result, message, sign, transfer, send } = await client();
  const budgets = [
    [],
    [getSetComputeUnitPriceInstruction({ microLamports: 333_333n })],
    [
      getSetComputeUnitPriceInstruction({ microLamports: 1_000_001n }),
      getSetComputeUnitLimitInstruction({ units: 777 }),
    ],
    [
      getSetComputeUnitPriceInstruction({ microLamports: 7n }),
      getAddMemoInstruction({ memo: 'hello' }, { programAddress: memoProgram }),
    ],
  ];
  for (const budget of budgets) {
    const instructions = [...budget, transfer(sol / 8n)];
    const bytes = getCompiledTransactionMessageEncoder().encode(
      compileTransactionMessage(await message(instructions)) as Any,
    );
    const fee = (
      await result('getFeeForMessage', Buffer.from(bytes as Uint8Array).toString('base64'), { commitment: 'processed' })
    ).value;
    const { result: signature, error } = await send(await sign(instructions));
    expect(error).toBeUndefined();
    expect(node.chain.landed.get(signature)?.fee).toBe(BigInt(fee));
  }
});

test.each([
  ['token', TOKEN_PROGRAM_ADDRESS as string],
  ['token-2022', token2022],
] as const)(
  '%s: an associated account is created with its rent, and a transfer moves units',
  async (program, programId) => {
    const { node, result, from, to, sign, send } = await client();
    const mint = await node.createMint({ program, decimals: 6 });
    const source = await node.mint(mint, from.address, 5_000_000n);
    const tokenProgram = address(programId);
    const [ata] = await findAssociatedTokenPda({ mint, owner: to, tokenProgram });
    const instructions = [
      getCreateAssociatedTokenIdempotentInstruction({ payer: from, ata, owner: to, mint, tokenProgram }),
      getTransferCheckedInstruction(
        { source, mint, destination: ata, authority: from, amount: 1_250_000n, decimals: 6 },
        { programAddress: tokenProgram },
      ),
    ];
    const before = node.lamports(from.address);
    const simulated = await result('simulateTransaction', await sign(instructions), {
      encoding: 'base64',
      commitment: 'processed',
      accounts: { encoding: 'jsonParsed', addresses: [ata] },
    });
    expect(simulated.value).toMatchObject({ err: null });
    expect(simulated.value.accounts[0].data.parsed.info.tokenAmount.amount).toBe('1250000');
    expect(node.units(ata)).toBe(0n);
    const { result: signature, error } = await send(await sign(instructions));
    expect(error).toBeUndefined();
    expect([node.units(source), node.units(ata)]).toEqual([3_750_000n, 1_250_000n]);
    const rent = node.lamports(ata);
    expect(rent).toBe(program === 'token' ? 2_039_280n : 2_074_080n);
    expect(before - node.lamports(from.address)).toBe(rent + 5000n);
    node.advance(31);
    expect((await result('getTokenAccountBalance', ata)).value).toEqual({
      amount: '1250000',
      decimals: 6,
      uiAmount: 1.25,
      uiAmountString: '1.25',
    });
    const [row] = (await result('getTokenAccountsByOwner', to, { mint }, { encoding: 'jsonParsed' })).value;
    expect(row.pubkey).toBe(ata);
    expect(row.account.data.parsed.info).toMatchObject({ mint, owner: to, state: 'initialized' });
    const { meta } = await result('getTransaction', signature, { maxSupportedTransactionVersion: 0 });
    expect(meta.preTokenBalances).toMatchObject([{ owner: from.address, uiTokenAmount: { amount: '5000000' } }]);
    expect(meta.postTokenBalances.map((one: Any) => one.uiTokenAmount.amount).sort()).toEqual(['1250000', '3750000']);
    expect(meta.innerInstructions[0].index).toBe(0);
  },
);

test('a transfer fee is withheld, and the extension is shown', async () => {
  const { node, result, from, to, sign, send } = await client();
  const mint = await node.createMint({ program: 'token-2022', extensions: [extension.transferFee(250, 10_000n)] });
  const source = await node.mint(mint, from.address, 1_000_000n);
  const destination = await node.mint(mint, to, 0n);
  const instruction = getTransferCheckedInstruction(
    { source, mint, destination, authority: from, amount: 100_000n, decimals: 6 },
    { programAddress: address(token2022) },
  );
  expect((await send(await sign([instruction]))).error).toBeUndefined();
  expect(node.units(destination)).toBe(97_500n);
  const info = await result('getAccountInfo', mint, { encoding: 'jsonParsed', commitment: 'processed' });
  expect(info.value.data.parsed.info.extensions[0]).toMatchObject({
    extension: 'transferFeeConfig',
    state: { newerTransferFee: { transferFeeBasisPoints: 250, maximumFee: 10_000 } },
  });
});

test.each([
  ['a frozen account', 17, []],
  ['a mint whose units do not move', 37, [extension.nonTransferable()]],
  ['a paused mint', 67, [extension.pausable(false)]],
])('%s refuses a transfer', async (what, code, extensions) => {
  const { node, from, to, sign, send } = await client();
  const mint = await node.createMint({ program: 'token-2022', extensions });
  const source = await node.mint(mint, from.address, 10n);
  const destination = await node.mint(mint, to, 0n);
  if (what.includes('frozen')) await node.freeze(source);
  if (what.includes('paused')) node.edit(mint, (data) => data.with(-1, 1));
  const instruction = getTransferCheckedInstruction(
    { source, mint, destination, authority: from, amount: 1n, decimals: 6 },
    { programAddress: address(token2022) },
  );
  const { error } = await send(await sign([instruction]));
  expect(error.data.err.InstructionError).toEqual([0, { Custom: code }]);
});

test('what is held lands later, what is dropped never does, a lost answer has landed', async () => {
  const { node, sign, transfer, send, status } = await client();
  node.next.push('hold', 'drop');
  const { result: held } = await send(await sign([transfer(sol / 4n)]));
  const { result: dropped } = await send(await sign([transfer(sol / 5n)]));
  expect([await status(held), await status(dropped)]).toEqual([null, null]);
  expect(node.release()).toHaveLength(1);
  expect(await status(held)).toMatchObject({ err: null });
  node.next.push('lose');
  const lost = await sign([transfer(sol / 6n)]);
  await expect(send(lost)).rejects.toThrow();
  expect((await send(lost)).error.data.err).toBe('AlreadyProcessed');
  expect(node.chain.landed.size).toBe(2);
});

test('what is held too long has expired', async () => {
  const { node, sign, transfer, send } = await client();
  node.next.push('hold');
  await send(await sign([transfer(sol / 4n)]));
  node.advance(151);
  expect(node.release()).toEqual([]);
});

test('a node that is behind knows nothing newer and says so', async () => {
  const { node, ask, result, to, sign, transfer, send, status } = await client();
  node.behind = 5;
  const { result: signature } = await send(await sign([transfer(sol / 4n)]));
  expect(await status(signature)).toBeNull();
  expect((await result('getBalance', to, { commitment: 'processed' })).value).toBe(0);
  const slot = await result('getSlot', { commitment: 'processed' });
  const early = await ask('getBalance', to, { commitment: 'processed', minContextSlot: slot + 1 });
  expect(early.error).toMatchObject({ code: -32_016, data: { contextSlot: slot } });
  node.behind = 128;
  const behind = { code: -32_005, message: 'Node is behind by 128 slots', data: { numSlotsBehind: 128 } };
  expect((await ask('getHealth')).error).toEqual(behind);
  expect((await send(await sign([transfer(sol / 8n)]))).error).toEqual(behind);
});

test('a history that is behind or pruned does not have a transaction', async () => {
  const { node, result, sign, transfer, send } = await client();
  const { result: signature } = await send(await sign([transfer(sol / 4n)]));
  node.advance(40);
  const shown = () => result('getTransaction', signature, { maxSupportedTransactionVersion: 0 });
  node.historyBehind = 41;
  expect(await shown()).toBeNull();
  node.historyBehind = 0;
  expect(await shown()).not.toBeNull();
  node.advance(300);
  const status = async (searchTransactionHistory: boolean) =>
    (await result('getSignatureStatuses', [signature], { searchTransactionHistory })).value[0];
  expect([await status(false), await status(true)]).toMatchObject([null, { confirmationStatus: 'finalized' }]);
  node.firstBlock = node.chain.tip;
  expect([await shown(), await status(true)]).toEqual([null, null]);
  expect(await result('getFirstAvailableBlock')).toBe(node.chain.blocks.at(-1)?.slot);
});

test('bad requests have the errors of Solana', async () => {
  const { node, ask, sign, transfer, to } = await client();
  const wire = Buffer.from(await sign([transfer(sol / 4n)]), 'base64');
  const forged = Buffer.from(wire);
  forged[5]! ^= 1;
  const code = async (method: string, ...params: unknown[]) => (await ask(method, ...params)).error?.code;
  const base64 = { encoding: 'base64' };
  expect(await code('sendTransaction', forged.toString('base64'), base64)).toBe(-32_003);
  expect(await code('sendTransaction', wire.subarray(1).toString('base64'), base64)).toBe(-32_602);
  expect(await code('sendTransaction', wire.toString('base64'))).toBe(-32_602);
  expect(await code('getBalance', 'no address')).toBe(-32_602);
  expect(await code('getTokenAccountBalance', to)).toBe(-32_602);
  expect(await code('getSignatureStatuses', ['x'])).toBe(-32_602);
  expect(await code('getEverything')).toBe(-32_601);
  expect(node.sent).toEqual([]);
  const body = JSON.stringify(['getHealth', 'getVersion'].map((method, id) => ({ jsonrpc: '2.0', id, method })));
  const batch = (await (await fetch(node.url, { method: 'POST', body })).json()) as Any;
  expect(batch.map(({ id }: Any) => id)).toEqual([0, 1]);
  expect(((await (await fetch(node.url, { method: 'POST', body: '{' })).json()) as Any).error.code).toBe(-32_700);
});

test('every digit of a large balance is in the response', async () => {
  const { node, to } = await client();
  node.fund(to, 9_007_199_254_740_993n);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [to] });
  const text = await (await fetch(node.url, { method: 'POST', body })).text();
  expect(String((parse(text) as Any).result.value)).toBe('9007199254740993');
});

test('a rule changes an answer, and blocks pass at each look', async () => {
  const { node, result, to } = await client();
  node.rules.getBalance = async (_, { forward }) => ({ ...(await forward()), value: 5 });
  expect((await result('getBalance', to)).value).toBe(5);
  node.blocksPerLook = 10;
  const { tip } = node.chain;
  await result('getSignatureStatuses', []);
  expect(node.chain.tip).toBe(tip + 10);
});

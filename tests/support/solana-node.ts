// A Solana node for tests: its JSON-RPC on the loopback interface over real programs, and what a test may do to the chain and to the node.
import {
  type Address,
  address,
  type EncodedAccount,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getMintEncoder,
  getMintToInstruction,
  getThawAccountInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { type RawAnswer, type RpcServer, rpcServer } from './rpc-proxy.js';
import {
  type Block,
  decodeWire,
  isSigned,
  type Landed,
  type Message,
  type Outcome,
  SolanaChain,
  validBlocks,
  type Wire,
} from './solana-chain.js';
import { messageOf } from './solana-client.js';
import {
  memoOf,
  mintOf,
  shownAccount,
  shownSimulation,
  shownStatus,
  shownTransaction,
  token2022,
  tokenOf,
  uiAmount,
} from './solana-shown.js';

/**
 * What the node does with a transaction that it has accepted. `land`: a new block has it. `lose`: a new block has it, and the connection ends without the answer.
 * `drop`: it never lands. `hold`: it lands with `release`.
 */
type Sending = 'land' | 'lose' | 'drop' | 'hold';

/** An extension of a Token-2022 mint: its number and its value. */
interface Extension {
  readonly type: number;
  readonly value: Uint8Array;
}

/** A mint of a test: by default with 6 decimals, of the older program and without extensions. */
export interface MintOptions {
  readonly address?: Address;
  readonly decimals?: number;
  readonly program?: 'token' | 'token-2022';
  readonly extensions?: readonly Extension[];
}

/** The node, and its controls. A control changes the chain at once and without a transaction of the test. */
export interface SolanaNode extends RpcServer {
  readonly chain: SolanaChain;
  /** How transactions are handled: those of `next` first, the others as `sending` says. */
  sending: Sending;
  readonly next: Sending[];
  /** Blocks that pass before each getSignatureStatuses; 0 at the start. */
  blocksPerLook: number;
  /** Blocks between the newest one and the newest confirmed and finalized one: 1 and 31 at the start. */
  readonly depth: { confirmed: number; finalized: number };
  /** Blocks by which the history is behind the state: getTransaction, getSignaturesForAddress, searchTransactionHistory. */
  historyBehind: number;
  /** The index of the first block that the node has kept; 0 at the start. */
  firstBlock: number;
  /** Micro-lamports for a compute unit in the newest blocks, by getRecentPrioritizationFees. */
  priorityFees: readonly number[];
  /** All calls of sendTransaction, by signature, with repetitions. */
  readonly sent: readonly string[];
  /** Adds empty blocks. */
  advance(blocks?: number): void;
  /** Lands what was held, if it is valid still, and returns what has landed. */
  release(): readonly Landed[];
  /** Adds lamports to an account. */
  fund(to: string, amount: bigint): void;
  /** Creates a mint, whose authority is the node. @returns its address */
  createMint(options?: MintOptions): Promise<Address>;
  /** Mints to the associated account of an owner and creates it. @returns the token account */
  mint(mint: string, owner: string, amount: bigint): Promise<Address>;
  /** Freezes a token account, or thaws it. */
  freeze(account: string, frozen?: boolean): Promise<void>;
  /** Changes the bytes of an account. */
  edit(account: string, change: (data: Uint8Array) => Uint8Array): void;
  /** The lamports of an account as of the newest block. */
  lamports(of: string): bigint;
  /** The base units in a token account as of the newest block. */
  units(of: string): bigint;
}

class RpcFailure extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
const invalid = (message: string): never => {
  throw new RpcFailure(-32_602, message);
};

type Config = Readonly<Record<string, unknown>>;
type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Starts a node. */
export async function solanaNode(): Promise<SolanaNode> {
  const chain = new SolanaChain();
  const authority = await generateKeyPairSigner();
  chain.svm.airdrop(authority.address, lamports(1_000_000_000_000n));
  const sent: string[] = [];
  const held: Wire[] = [];
  const server = await rpcServer(({ method, params }) => answer(node, { sent, held }, method, params));
  const node: SolanaNode = Object.assign(server, {
    ...{ chain, sent, sending: 'land' as Sending, next: [], blocksPerLook: 0 },
    ...{ depth: { confirmed: 1, finalized: 31 }, historyBehind: 0, firstBlock: 0 },
    ...{ priorityFees: [0, 0, 0, 1_000, 5_000, 20_000], advance: (blocks = 1) => chain.advance(blocks) },
    release: () => held.splice(0).flatMap((wire) => chain.land(wire) ?? []),
    lamports: (of: string) => chain.accountAt(of)?.lamports ?? 0n,
    units: (of: string) => tokenOf(chain.accountAt(of))?.amount ?? 0n,
    ...controls(chain, authority),
  });
  return node;
}

function controls(chain: SolanaChain, authority: KeyPairSigner) {
  const run = async (...instructions: Instruction[]) => {
    const lifetime = { blockhash: chain.blocks[0]!.blockhash, lastValidBlockHeight: 0n };
    chain.setUp(await signTransactionMessageWithSigners(messageOf(authority, instructions, lifetime)));
  };
  const programOf = (name: string) => chain.accountAt(name)!.programAddress;
  return {
    fund: (to: string, amount: bigint) => {
      const none = { data: new Uint8Array(), executable: false, programAddress: address('1'.repeat(32)), space: 0n };
      const account = chain.accountAt(to) ?? { ...none, address: address(to), lamports: lamports(0n) };
      chain.svm.setAccount({ ...account, lamports: lamports(account.lamports + amount) } as EncodedAccount);
    },
    edit: (name: string, change: (data: Uint8Array) => Uint8Array) => {
      const account = chain.accountAt(name)!;
      chain.svm.setAccount({ ...account, data: change(account.data as Uint8Array) });
    },
    createMint: async (options: MintOptions = {}) => {
      const { address: name, decimals = 6, program = 'token', extensions = [] } = options;
      const mint = name ?? (await generateKeyPairSigner()).address;
      const both = { mintAuthority: authority.address, freezeAuthority: authority.address };
      const body = getMintEncoder().encode({ ...both, supply: 0n, decimals, isInitialized: true }) as Uint8Array;
      const data = extensions.length > 0 ? withExtensions(body, extensions) : body;
      const rent = lamports(chain.svm.minimumBalanceForRentExemption(BigInt(data.length)));
      const programAddress = program === 'token' ? TOKEN_PROGRAM_ADDRESS : address(token2022);
      const space = BigInt(data.length);
      chain.svm.setAccount({ address: mint, data, executable: false, lamports: rent, programAddress, space });
      return mint;
    },
    mint: async (name: string, of: string, amount: bigint) => {
      const [mint, owner, tokenProgram] = [address(name), address(of), programOf(name)];
      const [ata] = await findAssociatedTokenPda({ mint, owner, tokenProgram });
      const to = { mint, token: ata, mintAuthority: authority, amount };
      await run(
        getCreateAssociatedTokenIdempotentInstruction({ payer: authority, ata, owner, mint, tokenProgram }),
        getMintToInstruction(to, { programAddress: tokenProgram }),
      );
      return ata;
    },
    freeze: async (account: string, frozen = true) => {
      const input = { account: address(account), mint: tokenOf(chain.accountAt(account))!.mint, owner: authority };
      const config = { programAddress: programOf(account) };
      await run(frozen ? getFreezeAccountInstruction(input, config) : getThawAccountInstruction(input, config));
    },
  };
}

/** A mint of Token-2022: its 82 bytes, zeros to 165, the type of the account, the extensions. */
function withExtensions(body: Uint8Array, extensions: readonly Extension[]): Uint8Array {
  const parts = extensions.map(({ type, value }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  return new Uint8Array(Buffer.concat([body, Buffer.alloc(165 - body.length), Buffer.from([1]), ...parts]));
}

const key = (name: string | undefined): Uint8Array =>
  name === undefined ? new Uint8Array(32) : new Uint8Array(getAddressEncoder().encode(address(name)));

/** The extensions that a mint of a test may have. */
export const extension = {
  transferFee: (basisPoints: number, maximum: bigint): Extension => {
    const value = Buffer.alloc(108);
    for (const at of [72, 90]) {
      value.writeBigUInt64LE(maximum, at + 8);
      value.writeUInt16LE(basisPoints, at + 16);
    }
    return { type: 1, value };
  },
  confidentialTransfer: (): Extension => ({ type: 4, value: new Uint8Array(65) }),
  defaultFrozen: (): Extension => ({ type: 6, value: Uint8Array.of(2) }),
  nonTransferable: (): Extension => ({ type: 9, value: new Uint8Array(0) }),
  interestBearing: (): Extension => ({ type: 10, value: new Uint8Array(52) }),
  permanentDelegate: (name: string): Extension => ({ type: 12, value: key(name) }),
  transferHook: (program: string): Extension => ({ type: 14, value: Buffer.concat([key(undefined), key(program)]) }),
  pausable: (paused: boolean): Extension => ({ type: 26, value: Uint8Array.from([...key(undefined), paused ? 1 : 0]) }),
  /** One that no program knows. */
  unknown: (): Extension => ({ type: 60_000, value: new Uint8Array(3) }),
};

interface Inside {
  readonly sent: string[];
  readonly held: Wire[];
}
interface Asked extends Inside {
  readonly node: SolanaNode;
  readonly chain: SolanaChain;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any method
  readonly params: readonly any[];
  /** The options, which are the last parameter. */
  readonly config: Config;
  /** The index of the block of a commitment; of `finalized` if there is none. */
  readonly at: (commitment?: unknown) => number;
  /** The block that the request asks for. */
  readonly block: () => Block;
  /** A value with its context. */
  readonly inContext: (value: unknown) => unknown;
}

function answer(node: SolanaNode, inside: Inside, method: string, params: readonly unknown[]): RawAnswer {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!known) return { error: { code: -32_601, message: 'Method not found' } };
  const { chain } = node;
  const last = params.at(-1);
  const config = (typeof last === 'object' && last !== null && !Array.isArray(last) ? last : {}) as Config;
  const at = (commitment: unknown = 'finalized') => {
    const depth = { processed: 0, ...node.depth }[commitment as Commitment] ?? invalid(`unknown variant ${commitment}`);
    return Math.max(0, chain.tip - depth);
  };
  const block = () => chain.blocks[at(config.commitment)]!;
  const inContext = (value: unknown) => ({ context: { apiVersion: '3.0.6', slot: block().slot }, value });
  try {
    return { result: known({ ...inside, node, chain, params, config, at, block, inContext }) };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    const { code, message, data } = error;
    return { error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

function addressOf(value: unknown): Address {
  try {
    return address(value as string);
  } catch {
    return invalid('Invalid param');
  }
}

/** The transaction of a request, in base64, which is not the default of a node. */
function wireOf({ params: [text], config }: Asked): Wire {
  if (config.encoding !== 'base64' || text.length > 1644) return invalid('unsupported encoding, or too large');
  return decoded(text, decodeWire);
}
/** What the bytes of a text in base64 are. */
function decoded<What>(text: unknown, decode: (bytes: Uint8Array) => What): What {
  const bytes = Buffer.from(String(text), 'base64');
  if (bytes.toString('base64') !== text) return invalid('no base64');
  try {
    return decode(new Uint8Array(bytes));
  } catch {
    return invalid('failed to deserialize');
  }
}

/** What the bank of a block says to a transaction: the checks before it, then its run. */
function bankRun({ chain }: Asked, wire: Wire, at: number, options: { readonly anyBlockhash?: boolean } = {}): Outcome {
  const refused = (err: string) => ({ err, logs: [], units: 0n, post: new Map() });
  const before = chain.landed.get(wire.signature);
  if (!options.anyBlockhash) {
    if (!chain.isRecent(wire.message.lifetimeToken, at)) return refused('BlockhashNotFound');
    if (before && before.block.height <= chain.blocks[at]!.height) return refused('AlreadyProcessed');
  }
  return chain.simulate(wire, at);
}

function sendTransaction(asked: Asked): string {
  const { node, chain, config, sent, held } = asked;
  const wire = wireOf(asked);
  if (!config.skipPreflight) {
    if (!isSigned(wire)) throw new RpcFailure(-32_003, 'Transaction signature verification failure');
    const outcome = bankRun(asked, wire, asked.at(config.preflightCommitment));
    const failed = `Transaction simulation failed: ${JSON.stringify(outcome.err)}`;
    if (outcome.err !== null) throw new RpcFailure(-32_002, failed, shownSimulation(outcome));
  }
  sent.push(wire.signature);
  const way = node.next.shift() ?? node.sending;
  if (way === 'hold') held.push(wire);
  if (way === 'land' || way === 'lose') chain.land(wire);
  if (way === 'lose') throw new Error('the answer is lost');
  return wire.signature;
}

function simulateTransaction(asked: Asked): unknown {
  const { chain, config, at, inContext } = asked;
  const wire = wireOf(asked);
  const index = at(config.commitment);
  const outcome = bankRun(asked, wire, index, { anyBlockhash: config.replaceRecentBlockhash === true });
  const wanted = config.accounts as { addresses: string[] } | undefined;
  const accounts = wanted?.addresses.map((name) => {
    const account = outcome.err ? undefined : (outcome.post.get(name) ?? chain.accountAt(name, index));
    return shownAccount(account && account.lamports > 0n ? account : undefined);
  });
  const value = shownSimulation(outcome, accounts);
  if (config.replaceRecentBlockhash !== true) return inContext(value);
  const { blockhash, height } = chain.blocks[index]!;
  return inContext({ ...value, replacementBlockhash: { blockhash, lastValidBlockHeight: height + validBlocks } });
}

/** The base fee of each signature, and the price of the compute units that are asked for, rounded up. */
function feeOf({ header, instructions, staticAccounts }: Message): bigint {
  let [limit, price]: [bigint | undefined, bigint] = [undefined, 0n];
  let usual = 0n;
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    const program = staticAccounts[programAddressIndex]!;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    if (program.startsWith('ComputeBudget') && data[0] === 2) limit = BigInt(view.getUint32(1, true));
    if (program.startsWith('ComputeBudget') && data[0] === 3) price = view.getBigUint64(1, true);
    usual += /^(ComputeBudget|1{32}$)/.test(program) ? 3_000n : 200_000n;
  }
  const units = limit ?? usual;
  const priority = (price * (units > 1_400_000n ? 1_400_000n : units) + 999_999n) / 1_000_000n;
  return 5_000n * BigInt(header.numSignerAccounts) + priority;
}

function getFeeForMessage({ chain, params: [text], config, at, inContext }: Asked): unknown {
  const message = decoded(text, (bytes) => getCompiledTransactionMessageDecoder().decode(bytes)) as unknown as Message;
  return inContext(chain.isRecent(message.lifetimeToken, at(config.commitment)) ? feeOf(message) : null);
}

/** The commitment of a block for the newest block that this node knows; undefined for a block that it does not know. */
function commitmentOf({ chain, at }: Asked, { block }: Landed): Commitment | undefined {
  const reaches = (commitment: Commitment) => chain.blocks[at(commitment)]!.height >= block.height;
  return (['finalized', 'confirmed', 'processed'] as const).find(reaches);
}

/** Whether the history of the node has the block. */
const inHistory = ({ node, chain }: Asked, { block }: Landed): boolean =>
  block.height <= chain.blocks[Math.max(0, chain.tip - node.historyBehind)]!.height &&
  block.height >= chain.blocks[node.firstBlock]!.height;

function getSignatureStatuses(asked: Asked): unknown {
  const { chain, node, params, config, at } = asked;
  const [names] = params;
  if (!Array.isArray(names) || names.length > 256) return invalid('Too many inputs provided; max 256');
  const newest = chain.blocks[at('processed')]!;
  const value = names.map((name: string) => {
    signatureOf(name);
    const landed = chain.landed.get(name);
    const commitment = landed && commitmentOf(asked, landed);
    if (!landed || !commitment) return null;
    const cached = newest.height - landed.block.height < 2 * validBlocks; // the newest blocks are known without the history
    if (!cached && !(config.searchTransactionHistory && inHistory(asked, landed))) return null;
    const confirmations = commitment === 'finalized' ? null : newest.height - landed.block.height;
    return shownStatus(landed, confirmations, commitment);
  });
  chain.advance(node.blocksPerLook);
  return { context: { apiVersion: '3.0.6', slot: newest.slot }, value };
}

function signatureOf(value: unknown): string {
  const isOne = typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value);
  return isOne && getBase58Encoder().encode(value).length === 64 ? value : invalid('Invalid param');
}

/** The commitment of a request for history. @throws {RpcFailure} for `processed` */
function historyCommitment({ config }: Asked): Commitment {
  if (config.commitment === 'processed') return invalid('Method does not support commitment below `confirmed`');
  return (config.commitment ?? 'finalized') as Commitment;
}

function getTransaction(asked: Asked): unknown {
  const { chain, params, config, at } = asked;
  const landed = chain.landed.get(signatureOf(params[0]));
  const newest = chain.blocks[at(historyCommitment(asked))]!;
  if (!landed || landed.block.height > newest.height || !inHistory(asked, landed)) return null;
  if (landed.wire.message.version !== 'legacy' && config.maxSupportedTransactionVersion === undefined)
    throw new RpcFailure(-32_015, 'Transaction version (0) is not supported by the requesting client.');
  return shownTransaction(landed, (config.encoding ?? 'json') as string, (name) => chain.accountAt(name));
}

function getSignaturesForAddress(asked: Asked): unknown {
  const { chain, params, config, at } = asked;
  const name = addressOf(params[0]);
  const limit = (config.limit ?? 1000) as number;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return invalid('Invalid limit; max 1000');
  const newest = chain.blocks[at(historyCommitment(asked))]!;
  const all = [...chain.landed.values()]
    .filter((one) => one.wire.message.staticAccounts.includes(name))
    .filter((one) => one.block.height <= newest.height && inHistory(asked, one))
    .reverse();
  const indexOf = (signature: unknown) => all.findIndex((one) => one.wire.signature === signature);
  const from = config.before === undefined ? 0 : indexOf(config.before) + 1 || all.length;
  const until = config.until === undefined ? -1 : indexOf(config.until);
  return all
    .slice(from, until < 0 ? undefined : until)
    .slice(0, limit)
    .map((one) => ({
      ...{ blockTime: one.block.time, confirmationStatus: commitmentOf(asked, one), err: one.err },
      ...{ memo: memoOf(one.wire), signature: one.wire.signature, slot: one.block.slot },
    }));
}

function getTokenAccountsByOwner({ chain, params, config, at, inContext }: Asked): unknown {
  const owner = addressOf(params[0]);
  const filter = (params[1] ?? {}) as { mint?: string; programId?: string };
  const index = at(config.commitment);
  const find = (name: string) => chain.accountAt(name, index);
  const mint = filter.mint === undefined ? undefined : addressOf(filter.mint);
  const mintAccount = mint && find(mint);
  if (mint && !mintOf(mintAccount)) return invalid('Invalid param: could not find mint');
  const program = mintAccount?.programAddress ?? addressOf(filter.programId);
  const rows = chain.accountsOf(program, index).filter((account) => {
    const token = tokenOf(account);
    return token?.owner === owner && (mint === undefined || token.mint === mint);
  });
  return inContext(rows.map((account) => ({ account: shownAccount(account), pubkey: account.address })));
}

function getTokenAccountBalance({ chain, params, config, at, inContext }: Asked): unknown {
  const index = at(config.commitment);
  const account = chain.accountAt(addressOf(params[0]), index);
  if (!account) return invalid('Invalid param: could not find account');
  const token = tokenOf(account);
  if (!token) return invalid('Invalid param: not a Token account');
  return inContext(uiAmount(token.amount, mintOf(chain.accountAt(token.mint, index))!.decimals));
}

const methods: Readonly<Record<string, (asked: Asked) => unknown>> = {
  getBalance: ({ chain, params, config, at, inContext }) =>
    inContext(chain.accountAt(addressOf(params[0]), at(config.commitment))?.lamports ?? 0n),
  getBlockHeight: ({ block }) => block().height,
  getFeeForMessage,
  getFirstAvailableBlock: ({ node, chain }) => chain.blocks[node.firstBlock]!.slot,
  getGenesisHash: () => 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC',
  getLatestBlockhash: ({ block, inContext }) =>
    inContext({ blockhash: block().blockhash, lastValidBlockHeight: block().height + validBlocks }),
  getMinimumBalanceForRentExemption: ({ chain, params: [size] }) =>
    Number.isInteger(size) && size >= 0
      ? chain.svm.minimumBalanceForRentExemption(BigInt(size))
      : invalid('Invalid params: invalid type: expected usize.'),
  getMultipleAccounts: ({ chain, params: [names], config, at, inContext }) => {
    if (!Array.isArray(names) || names.length > 100) return invalid('Too many inputs provided; max 100');
    return inContext(names.map((name) => shownAccount(chain.accountAt(addressOf(name), at(config.commitment)))));
  },
  getRecentPrioritizationFees: ({ node: { priorityFees: all }, chain, at }) =>
    all.map((prioritizationFee, n) => {
      return { prioritizationFee, slot: chain.blocks[at('processed') - all.length + 1 + n]!.slot };
    }),
  ...{ getSignaturesForAddress, getSignatureStatuses, getTokenAccountBalance, getTokenAccountsByOwner, getTransaction },
  isBlockhashValid: ({ chain, params: [hash], config, at, inContext }) =>
    inContext(chain.isRecent(String(hash), at(config.commitment))),
  sendTransaction,
  simulateTransaction,
};

// Explains the bytes of a transaction of an EVM chain, signed or not, of the types 0 (legacy), 1 (EIP-2930) and 2
// (EIP-1559).

import { Transaction } from 'micro-eth-signer';
import { whole } from '../../money/decimal.js';
import { coinDecimals, coinOfNetwork } from '../../money/evm/chain.js';
import { gweiText } from '../../money/evm/fees.js';
import { sameAddress } from '../../money/evm/hex.js';
import { networkOf } from '../../money/networks.js';
import { counted } from '../../services/counted.js';
import { isEvmAddress } from '../../services/forms.js';
import { addressText, type ExplainedCall, explainCall } from './call-data.js';
import type { Machine } from './machine.js';
import { operationSentence, showCommand } from './operation.js';
import { details, type Explanation, type Question, type Recogniser } from './recogniser.js';

const types: Readonly<Record<string, string>> = {
  legacy: 'type 0, legacy',
  eip2930: 'type 1, EIP-2930',
  eip1559: 'type 2, EIP-1559',
  eip4844: 'type 3, EIP-4844',
  eip7702: 'type 4, EIP-7702',
};
/** The fields of a transaction that this explanation reads. */
interface Fields {
  readonly chainId?: bigint;
  readonly nonce: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly accessList?: readonly unknown[];
}
interface ParsedTransaction {
  readonly type: string;
  readonly fields: Fields;
  /** Undefined without a signature. */
  readonly signed: { readonly hash: string; readonly sender: string | undefined } | undefined;
}

/** The shortest transaction, bytes as digits. */
const fewestDigits = 18;
/** The first byte of a transaction: its type, or the prefix of an RLP list. */
const firstByte = /^0x(0[1-4]|[c-f])/i;

function parsedTransaction(text: string): ParsedTransaction | undefined {
  const bytes = /^0x/i.test(text) ? `0x${text.slice(2)}` : `0x${text}`;
  if (bytes.length < fewestDigits || !/^0x([0-9a-f]{2})+$/i.test(bytes) || !firstByte.test(bytes)) return undefined;
  try {
    const parsed = Transaction.fromHex(bytes.toLowerCase(), false);
    return {
      type: parsed.type,
      fields: parsed.raw as unknown as Fields,
      signed: parsed.isSigned ? signatureOf(parsed) : undefined,
    };
  } catch {
    return undefined;
  }
}
function signatureOf(parsed: {
  readonly hash: string;
  recoverSender(): { readonly address: string };
}): ParsedTransaction['signed'] {
  const hash = `0x${parsed.hash.replace(/^0x/, '')}`;
  try {
    return { hash, sender: parsed.recoverSender().address };
  } catch {
    return { hash, sender: undefined }; // the signature belongs to nobody
  }
}

/** The network of a chain id: of the table, else of a pin of the profile. */
async function networkWith(chainId: bigint | undefined, machine: Machine): Promise<string | undefined> {
  if (chainId === undefined || chainId > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const { chains = {} } = await machine.pins();
  return networkOf(Number(chainId)) ?? Object.keys(chains).find((network) => chains[network] === String(chainId));
}

async function explainTransaction(
  { type, fields, signed }: ParsedTransaction,
  question: Question,
): Promise<Explanation> {
  const { machine, context } = question;
  const { chainId, nonce, to, value, data, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList } =
    fields;
  const network = await networkWith(chainId, machine);
  const coin = (network && coinOfNetwork(network)) ?? 'coins';
  const coins = (wei: bigint): string => `${whole(wei.toString(), coinDecimals)} ${coin}`;
  const token = (await machine.tokens()).find(
    (entry) => sameAddress(entry.contract, to) && (network === undefined || entry.network === network),
  );
  const isCreation = !isEvmAddress(to);
  const call = isCreation || data.length < 10 ? undefined : await explainCall(data, machine, token);
  const price = maxFeePerGas ?? gasPrice ?? 0n;
  const sends = isCreation
    ? 'It creates a contract.'
    : data === '0x' || value > 0n
      ? `It sends ${coins(value)} to ${await addressText(to, machine)}.`
      : '';
  const calls = call ? `It calls ${await addressText(to, machine)}. ${call.sentence}` : '';
  const operation = signed && operationOfHash(machine, signed.hash);
  const who =
    signed === undefined
      ? 'It is not signed: nobody can send it as it is.'
      : signed.sender === undefined
        ? 'No account can be recovered from its signature.'
        : `Signed by ${await addressText(signed.sender, machine)}; anyone who has these bytes can send them, once.`;
  const chain =
    chainId === undefined
      ? 'no chain: it is valid on each'
      : network === undefined
        ? `chain ${chainId}, which is not a network that tuk knows`
        : `${network}, chain ${chainId}`;
  const ofLedger = operation ? ` ${operationSentence(operation, machine)}` : '';
  return {
    word: `transaction of ${counted(bytesOf(question.text), 'byte')}`,
    is: signed === undefined ? 'unsigned transaction of an EVM chain' : 'signed transaction of an EVM chain',
    of: `${types[type] ?? type}; ${chain}`,
    means: [who, sends, calls].filter(Boolean).join(' ') + ofLedger,
    source: signed === undefined ? 'its bytes' : 'its bytes and its signature; no chain was asked',
    next: operation
      ? showCommand(operation, context)
      : signed
        ? `tuk wallet tx show ${signed.hash}${network === undefined ? '' : ` --network ${network}`}`
        : 'tuk wallet send --help',
    details: details({
      hash: signed?.hash,
      from: signed && (signed.sender ?? 'unknown'),
      chain: chainId === undefined ? 'none' : String(chainId),
      network: network ?? 'unknown',
      nonce: String(nonce),
      to: isCreation ? 'none: a contract is created' : to,
      value: `${coins(value)} (${value} wei)`,
      fee: `at most ${coins(gasLimit * price)} (${gasLimit} gas, ${maxFeePerGas === undefined ? gweiText(price) : `at most ${gweiText(price)}, tip ${gweiText(maxPriorityFeePerGas ?? 0n)}`})`,
      data: dataText(data, call?.name),
      accessList: accessList && accessList.length > 0 ? counted(accessList.length, 'entry', 'entries') : undefined,
      ...argumentDetails(call),
    }),
  };
}
function dataText(data: string, name: string | undefined): string {
  const size = counted(Math.floor(data.length / 2) - 1, 'byte');
  return data === '0x' ? 'none' : name === undefined ? `${size}, of an unknown function` : `${name}, ${size}`;
}
/** The details of a call under names that the transaction itself does not use. */
const argumentDetails = (call: ExplainedCall | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(call?.details ?? {}).map(([name, text]) => [`call.${name}`, text]));
const bytesOf = (text: string): number => Math.floor(text.replace(/^0x/i, '').length / 2);

/** The operation of the ledger with a transaction of this hash. */
export function operationOfHash(machine: Machine, hash: string) {
  const entry = machine.transactions().find((transaction) => sameAddress(transaction.hash, hash));
  return machine
    .operations()
    .find(
      (operation) =>
        operation.id === entry?.operation || (operation.hash !== undefined && sameAddress(operation.hash, hash)),
    );
}

export const transaction: Recogniser = {
  kind: 'the bytes of a transaction: legacy, EIP-2930, EIP-1559',
  isWhole: true,
  explain: async (question) => {
    const parsed = parsedTransaction(question.text);
    return parsed ? [await explainTransaction(parsed, question)] : [];
  },
};

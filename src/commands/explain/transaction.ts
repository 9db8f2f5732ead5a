// Explains the bytes of a transaction of an EVM chain, signed or not, of the types 0 (legacy), 1 (EIP-2930) and 2
// (EIP-1559).

import { Transaction } from 'micro-eth-signer';
import { sameAddress } from '../../money/chain/hex.js';
import { coinDecimals, coinOfNetwork } from '../../money/evm/chain.js';
import { type ContractCall, decodeFunction, maxUint256 } from '../../money/evm/contracts.js';
import { gweiText } from '../../money/evm/fees.js';
import { type KnownFunction, knownFunctions } from '../../money/evm/functions.js';
import { checksummed } from '../../money/evm/transaction.js';
import { whole } from '../../money/values/decimal.js';
import { networkOf } from '../../money/values/networks.js';
import { counted } from '../../services/counted.js';
import { isEvmAddress } from '../../services/forms.js';
import { details, type Explanation, type KnownToken, type Machine, type Question, type Recogniser } from './machine.js';
import { operationSentence, showCommand } from './operation.js';

// Explains call data of an EVM chain: the function of its selector, and its arguments.
/** Whole bytes after a selector of four. */
const form = /^(0x)?[0-9a-f]{8}([0-9a-f]{2})*$/i;
const selectorDigits = 10;
const wordDigits = 64;
/** The digits that say the sender's signature, which spends: they are not shown. */
const signatureParts = /^[vrs]$/;
/** The most elements of a list that are shown. */
const mostElements = 8;

interface ExplainedCall {
  /** The function with the types of its arguments; undefined for an unknown selector. */
  readonly name: string | undefined;
  readonly of: string;
  /** The effect of the call, a sentence. */
  readonly sentence: string;
  readonly details: Readonly<Record<string, string>>;
  readonly source: string;
  /** An address in it, the most telling one. */
  readonly address: string | undefined;
}

/** @param token the token whose contract is called, if that is known */
async function explainCall(data: string, machine: Machine, token?: KnownToken): Promise<ExplainedCall> {
  const selector = data.slice(0, selectorDigits).toLowerCase();
  const digits = data.length - selectorDigits;
  const words = digits / wordDigits;
  const size = `${counted(data.length / 2 - 1, 'byte')}: the selector ${selector} and ${Number.isInteger(words) ? counted(words, 'word') : `${counted(Math.floor(words), 'word')} and ${counted((digits % wordDigits) / 2, 'byte')} more`}`;
  const definition = Object.hasOwn(knownFunctions, selector) ? knownFunctions[selector] : undefined;
  if (!definition)
    return {
      name: undefined,
      of: 'an unknown function',
      sentence: `The selector ${selector} is unknown: tuk does not know what the call does. It has ${size}.`,
      details: { selector, words: String(Math.floor(words)) },
      source: 'the selector; no function that this program knows has it',
      address: undefined,
    };
  const call = definition.signature === undefined ? undefined : decodeFunction(definition.signature, data);
  const name = definition.signature?.replace(/^function /, '');
  const never = definition.refusedAs === undefined ? '' : ' tuk never signs it.';
  if (!call) {
    const why =
      definition.signature === undefined
        ? 'Its arguments are not decoded.'
        : 'Its bytes are not the arguments of that function: some are missing, or others hide behind them.';
    return {
      name,
      of: definition.of,
      sentence: `A call of ${name ?? definition.refusedAs}. ${why}${definition.signature === undefined ? ` It ${withoutPlaces(definition.does)}.` : ''}${never} It has ${size}.`,
      details: { selector },
      source: `the selector, of ${definition.of}`,
      address: undefined,
    };
  }
  const texts = await argumentTexts(call, definition, machine, token);
  return {
    name,
    of: definition.of,
    sentence: `It ${definition.does.replace(/\{(\w+)\}/g, (_, argument: string) => texts[argument] ?? argument)}.${never}${isUnlimited(call, definition) ? ' The amount has no limit in practice.' : ''}`,
    details: { selector, ...texts },
    source: `the function ${call.name} of ${definition.of}`,
    address: ['to', 'spender', 'operator', 'owner']
      .map((argument) => call.args[argument])
      .find((value) => typeof value === 'string') as string | undefined,
  };
}

const withoutPlaces = (does: string): string => does.replace(/\{(\w+)\}/g, '$1');
const isUnlimited = ({ args }: ContractCall, { amounts = [] }: KnownFunction): boolean =>
  amounts.some((argument) => typeof args[argument] === 'bigint' && args[argument] > maxUint256 / 2n);

async function argumentTexts(
  { args }: ContractCall,
  { amounts = [], times = [] }: KnownFunction,
  machine: Machine,
  token: KnownToken | undefined,
): Promise<Readonly<Record<string, string>>> {
  const texts = Object.entries(args)
    .filter(([argument]) => !signatureParts.test(argument))
    .map(async ([argument, value]): Promise<readonly [string, string]> => {
      if (typeof value === 'bigint' && amounts.includes(argument)) return [argument, tokenAmount(value, token)];
      if (typeof value === 'bigint' && times.includes(argument)) return [argument, timeText(value)];
      return [argument, await valueText(value, machine)];
    });
  return Object.fromEntries(await Promise.all(texts));
}

/** An amount in base units, and in whole tokens if the token is known. */
function tokenAmount(raw: bigint, token: KnownToken | undefined): string {
  if (raw > maxUint256 / 2n)
    return `${raw === maxUint256 ? 'the largest number' : raw} base units${token ? ` of ${token.symbol}` : ''}, which is unlimited`;
  const amount = token?.decimals === undefined ? undefined : whole(raw, token.decimals);
  const raws = `${raw} base units`;
  if (!token) return `${raws} of the token whose contract is called`;
  return amount === undefined ? `${raws} of ${token.symbol}` : `${amount} ${token.symbol} (${raws})`;
}

const latestTime = 8_640_000_000_000n;
const timeText = (seconds: bigint): string =>
  seconds < latestTime ? new Date(Number(seconds) * 1000).toISOString() : `${seconds} (no time)`;

async function valueText(value: unknown, machine: Machine): Promise<string> {
  if (typeof value === 'string' && isEvmAddress(value)) return addressText(value, machine);
  if (Array.isArray(value)) {
    const texts = await Promise.all(value.slice(0, mostElements).map((element) => valueText(element, machine)));
    return [...texts, ...(value.length > mostElements ? [`… and ${value.length - mostElements} more`] : [])].join(
      ' > ',
    );
  }
  if (value instanceof Uint8Array) return counted(value.length, 'byte');
  return String(value);
}

/** An address with its names on this machine. */
async function addressText(address: string, machine: Machine): Promise<string> {
  const names = await machine.namesOf(address);
  const text = isEvmAddress(address) && address === address.toLowerCase() ? checksummed(address) : address;
  return names.length === 0 ? text : `${text} (${names.join('; ')})`;
}

/** The numbers of digits that a mistyped address may have, and a mistyped key. */
const isAddressLong = (digits: number): boolean => digits >= 34 && digits <= 46;
const isKeyLong = (digits: number): boolean => digits >= 56 && digits <= 68;

/** The call data in a text, with 0x. Without 0x, only the call data of a known function with arguments count. */
function callDataIn(text: string): string | undefined {
  if (!form.test(text)) return undefined;
  const data = `0x${text.replace(/^0x/i, '').toLowerCase()}`;
  const digits = data.length - 2;
  const isWhole = (data.length - selectorDigits) % wordDigits === 0;
  if (!/^0x/i.test(text))
    return isWhole && digits > wordDigits && Object.hasOwn(knownFunctions, data.slice(0, selectorDigits))
      ? data
      : undefined;
  return isWhole || !(isAddressLong(digits) || isKeyLong(digits)) ? data : undefined;
}

export const callData: Recogniser = {
  kind: 'call data of an EVM chain: 0x and a selector, with its arguments',
  isWhole: true,
  explain: async ({ text, machine }): Promise<readonly Explanation[]> => {
    const data = callDataIn(text);
    if (data === undefined) return [];
    const { name, of, sentence, details, source, address } = await explainCall(data, machine);
    const words = (data.length - selectorDigits) / wordDigits;
    return [
      {
        word: data.length === selectorDigits ? data : `${data.slice(0, selectorDigits)}…`,
        is: 'call data of an EVM chain',
        of: name === undefined ? of : `${name}, ${of}`,
        means: sentence,
        source,
        next: address === undefined ? 'tuk explain --help' : `tuk explain ${checksummed(address)}`,
        details: { ...details, bytes: String(data.length / 2 - 1), words: String(Math.floor(words)) },
      },
    ];
  },
};

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
  const coins = (wei: bigint): string => `${whole(wei, coinDecimals)} ${coin}`;
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
  const operation = signed && (await operationOfHash(machine, signed.hash));
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
  const ofLedger = operation ? ` ${await operationSentence(operation, machine)}` : '';
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
export async function operationOfHash(machine: Machine, hash: string) {
  const entry = (await machine.transactions()).find((transaction) => sameAddress(transaction.hash, hash));
  return (await machine.operations()).find(
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

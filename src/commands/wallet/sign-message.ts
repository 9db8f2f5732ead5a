// `tuk wallet sign-message` and `tuk wallet verify`: signatures of texts, on EVM chains (EIP-191) and on Solana
// (ed25519).

import { type Arguments, type Command, type Context, resultOf } from '../../cli/command/command.js';
import { readExact } from '../../cli/files/input-file.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { chainAccess } from '../../engine/chain/access.js';
import { keyOptions, selectionOf } from '../../engine/chain/options.js';
import { signerOf, signText } from '../../engine/chain/signing-key.js';
import { allowedOrigins, checkAndShow } from '../../engine/sign-in/sign-message.js';
import { requireEvm } from '../../money/evm/chain.js';
import { acceptsSignature } from '../../money/evm/contract-signature.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { isSignatureOf, parseSignature, shownSignature } from '../../money/keys/message-signature.js';
import { type ChainFamily, familyOfNetwork } from '../../money/keys/signer.js';
import { requireAddress } from '../../money/values/address.js';
import { chainIdOf } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';

const networkOption = plain(
  '--network <network>',
  'an EVM network, SOLANA or SOLANA_DEV: how the text is signed, and by which signer',
  { words: Network, required: true },
);
const fileOption = {
  flags: '--file <file>',
  effects: ['file'],
  summary: 'the file with the text, byte for byte; - for standard input',
} as const;

const signMessage: Command = {
  name: 'sign-message',
  dryRun: 'plan',
  values: '[text]',
  summary: 'Sign a text with a key of yours, such as a sign-in message',
  description: `Use it to sign in elsewhere, or to prove that an address is yours. tuk checks the text and shows all of it before it signs.

A sign-in message (EIP-4361, or its form for Solana) must be for this account and network. It must be for the user service, or for --domain.
Its times must hold. Any other text needs --accept-plain-message, because it names no requester and no end.
tuk never signs texts with hidden characters, bare hashes, JSON, or messages of transactions.

EVM networks sign with the prefix of EIP-191, like personal_sign. Solana signs the UTF-8 bytes.
The text - is read from standard input. A final line feed of a file belongs to the text.`,
  options: [
    networkOption,
    fileOption,
    plain('--domain <host>', 'the host that a sign-in message must be for; default: the host of the user service'),
    {
      flags: '--accept-plain-message',
      effects: ['widens'],
      summary: 'sign a text that is no sign-in message, after printing it',
    },
    ...keyOptions,
  ],
  needs: [['text', 'file']],
  examples: [
    "tuk wallet sign-message 'I own this address' --network ETHEREUM --accept-plain-message --key-file phrase.txt --yes",
    'tuk wallet sign-message --file question.txt --network SOLANA --accept-plain-message --key-file id.json --yes',
    'tuk wallet sign-message --network ETHEREUM --domain app.example.com --file - < message.txt',
  ],
  run: async (args, context) => {
    const { options } = args;
    const { network, family } = networkOf(options);
    const text = await textOf(args, context);
    const domain = domainOf(options.domain);
    const signer = await signerOf(context, selectionOf(options), family, network);
    const pinned = context.settings().of.chains?.[network];
    const chainId = pinned === undefined ? chainIdOf(network) : Number(pinned);
    checkAndShow(context, text, {
      address: signer.address,
      ...(family === 'solana'
        ? { cluster: network === 'SOLANA' ? ('mainnet' as const) : ('devnet' as const) }
        : { chainIds: chainId === undefined ? [] : [chainId] }),
      origins: domain === undefined ? await allowedOrigins(context) : [`https://${domain}`],
      nonce: undefined,
      acceptPlain: options.acceptPlainMessage === true,
    });
    context.log(`  ${signer.address} signs it (${family === 'solana' ? 'ed25519, Solana' : `EIP-191, ${network}`}).`);
    if (isDryRun(context.flags)) return undefined;
    const change = ownChange({ service: 'wallet', name: 'signMessage', summary: 'Sign this message' });
    await confirmCall(context, change, [
      ['Signer', signer.address],
      ['Network', network],
      ['Text', text],
    ]);
    const signature = await signText(signer, family, text);
    const row = { address: signer.address, network, signature: shownSignature(family, signature) };
    return resultOf(JSON.stringify({ ...row, message: text }), { columns, singleRecord: true });
  },
};

const verify: Command = {
  name: 'verify',
  values: '[text]',
  summary: 'Check whether an address has signed a text',
  description: `Needs no key and sends no request. Exit 0: the address has signed exactly this text. Exit 1: it has not.
Only a contract knows what it accepts. Add --on-chain to ask it by the profile's node (EIP-1271). The field by is key or contract.`,
  options: [
    networkOption,
    plain('--address <address>', 'the address that is said to have signed', { required: true }),
    plain('--signature <signature>', '65 bytes in hex, on Solana 64 bytes in base58', { required: true }),
    fileOption,
    plain('--on-chain', 'also ask the contract at the address, by the node of --network'),
  ],
  needs: [['text', 'file']],
  readOnly: true,
  examples: [
    "tuk wallet verify 'I own this address' --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --signature 0x4892233e80914b220eb2d50fbe6203cec9b7394d4e01d6c9ae084a15370df81223667aedcf06ff538ee3de537690746a838b928a697ca1c032d69d6434dfbe8b1c",
  ],
  run: async (args, context) => {
    const { options } = args;
    const { network, family } = networkOf(options);
    const address = String(options.address);
    requireAddress(address, 'The value of --address', network);
    const onChain = options.onChain === true;
    if (onChain && family === 'solana')
      throw new BadInput('CONFLICT', '--on-chain asks a contract; on Solana only a key signs texts.');
    const signature = parseSignature(family, String(options.signature), onChain);
    const text = await textOf(args, context);
    const isOfKey = isSignatureOf(family, text, signature, address);
    const asked = isOfKey || !onChain ? undefined : await contractAccepts(context, network, text, signature, address);
    if (!isOfKey && !onChain && family === 'evm')
      context.note({
        is: 'fact',
        text: 'No key of the address has signed it. If the address is a contract, ask it: --on-chain',
      });
    const row = { valid: isOfKey || asked === true, address, network, by: isOfKey ? 'key' : asked ? 'contract' : null };
    const shown = { columns: columnsNamed(Object.keys(row).join(' ')), singleRecord: true };
    return resultOf(JSON.stringify(row), shown, { exit: row.valid ? 0 : 1 });
  },
};

/**
 * Whether the contract at an address accepts a signature.
 * @throws {BadInput} NEEDS_READ; as `chainAccess`, {Failure} of the node
 */
async function contractAccepts(
  context: Context,
  network: string,
  text: string,
  signature: string,
  address: string,
): Promise<boolean> {
  if (isDryRun(context.flags)) throw new BadInput('NEEDS_READ', '--on-chain asks a node, and a dry run asks none.');
  const { rpc, chain } = await chainAccess(context, network);
  await checkChainId(rpc, chain);
  const accepted = await acceptsSignature(text, signature, address, rpc);
  if (accepted === undefined) context.log(`  No contract is at ${address} on ${network}.`);
  return accepted === true;
}

const columns = columnsNamed('address network signature');

/** The network and its family. @throws {BadInput} NOT_EVM */
function networkOf({ network: typed }: Arguments['options']): {
  readonly network: string;
  readonly family: ChainFamily;
} {
  const network = String(typed);
  const family = familyOfNetwork(network);
  if (family === 'evm') requireEvm(network);
  return { network, family };
}

/** The text: typed, or of a file. @throws {BadInput} CONFLICT; as `readExact` */
async function textOf({ positionals: [text], options: { file } }: Arguments, context: Context): Promise<string> {
  if (text !== undefined && file !== undefined)
    throw new BadInput('CONFLICT', 'Give the text itself or --file, not both.');
  return text === undefined || text === '-' ? readExact(context.world, text ?? String(file)) : text;
}

/** @throws {BadInput} BAD_VALUE for what is not a host, with a port if need be */
function domainOf(typed: Arguments['options'][string]): string | undefined {
  if (typed === undefined) return undefined;
  const text = String(typed).toLowerCase();
  const isHost = /^[a-z0-9.:-]{1,253}$/.test(text) && URL.canParse(`https://${text}`);
  if (isHost && new URL(`https://${text}`).host === text) return text;
  throw new BadInput('BAD_VALUE', '--domain takes a host.', 'Write it like app.example.com');
}

/** The commands for signatures of texts. */
export const messages: readonly Command[] = [signMessage, verify];

// `tuk wallet key`: the keys of this machine, locked with a password. Secrets are neither arguments nor printed.

import { existsSync } from 'node:fs';
import {
  type Arguments,
  type Command,
  type Context,
  type Result,
  resultOf,
  textResult,
} from '../../cli/command/command.js';
import { writeOutputFile } from '../../cli/files/output-file.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import type { KeyHandle } from '../../engine/chain/key-handle.js';
import {
  keyPassword,
  newKeyPassword,
  randomKey,
  readKeyFile,
  readPipedKey,
  requireOneStdin,
  warningsOf,
} from '../../engine/chain/key-input.js';
import { parseKeyFile } from '../../money/keys/key-file.js';
import {
  checkNewKeyName,
  isStored,
  keyExists,
  listStoredKeys,
  readStoredKey,
  renameStoredKey,
  requireKeyFile,
  saveStoredKey,
  storedKeyPath,
} from '../../money/keys/key-store.js';
import {
  listRemovedKeys,
  purgeRemovedKeys,
  removeStoredKey,
  requireRemovedKey,
  restoreKey,
} from '../../money/keys/removed-keys.js';
import { type ChainFamily, isSameAccount } from '../../money/keys/signer.js';
import { requireAddress } from '../../money/values/address.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { columnsNamed } from '../../text/columns-named.js';

const passwordOption = {
  flags: '--password-file <file>',
  effects: ['file', 'secret'],
  summary: 'the file with the password; default: TUK_KEY_PASSWORD_FILE, else a prompt',
} as const;
const familyOption = plain('--family <family>', 'the chains that the key signs for; default: evm', {
  words: ['evm', 'solana'] satisfies readonly ChainFamily[],
});
const familyOf = (options: Arguments['options']) => options.family as ChainFamily | undefined;
const passwordOf = (options: Arguments['options']) => options.passwordFile as string | undefined;
/** The key folder, after its expired removed keys are deleted. */
function folderOf(context: Context) {
  const folder = paths(context.world).keys;
  if (isDryRun(context.flags)) return folder;
  purgeRemovedKeys(folder, context.world.clock.now(), warningsOf(context));
  return folder;
}
const columns = [{ path: 'name' }, { path: 'family' }, { path: 'address', room: 'stays' }, { path: 'path' }] as const;
/** A stored key, in the order of its columns. */
const keyResult = (key: {
  readonly name: string;
  readonly family?: ChainFamily;
  readonly address?: string;
  readonly path: string;
}): Result => resultOf(JSON.stringify(key), { columns });
const removedColumns = [
  ...columns.slice(0, 3),
  { path: 'removed', as: 'time' },
  { path: 'until', as: 'time' },
] as const;

const make: Command = {
  name: 'key new',
  dryRun: 'plan',
  values: '<key-name>',
  summary: 'Make a random key and store it, locked with a password',
  description: `Creates an EVM key. With --family solana it creates a Solana key. Only you can read the file keys/NAME.json (V3 key store, scrypt).
Other wallets can open EVM key files. Only tuk opens Solana key files.
Type the password twice, or give a file with it. Nobody can restore a lost password.`,
  options: [familyOption, passwordOption],
  examples: [
    'tuk wallet key new savings --password-file password.txt',
    'tuk wallet key new sol --family solana --password-file password.txt',
  ],
  run: async ({ positionals: [name = ''], options }, context) => {
    await requireFreeName(context, name);
    if (isDryRun(context.flags)) return undefined;
    const password = await newKeyPassword(context, passwordOf(options));
    const key = await randomKey(context, familyOf(options) ?? 'evm');
    const result = await store(context, name, key.family, await key.unlock(async () => undefined), password);
    key.release();
    context.note({
      is: 'warning',
      text: 'Keep a copy of the file and its password: without either nobody can restore the key.',
    });
    return result;
  },
};

const imported: Command = {
  name: 'key import',
  dryRun: 'plan',
  values: '<key-name>',
  summary: 'Store a key of yours, locked with a password',
  description: `Give the key with --key-file, in a pipe, or typed unseen at a terminal. tuk accepts a private key in hex, a recovery phrase, an extended key, and a V3 key store.
From a phrase it takes the first address, m/44'/60'/0'/0/0. With --family solana it takes m/44'/501'/0'/0', or a key pair.
The key pair is a JSON file of solana-keygen, or base58.
A V3 key store keeps its password. Any other key gets one, from a file or typed twice.
Add --address to state the expected address: the key of another address is refused then.`,
  options: [
    {
      flags: '--key-file <file>',
      effects: ['file', 'secret'],
      summary: 'the file with the key; default: standard input',
    },
    { ...familyOption, summary: 'the chains that the key signs for; default: by its form, a phrase: evm' },
    plain('--address <address>', 'the address that the key must have'),
    passwordOption,
  ],
  examples: [
    'tuk wallet key import main --key-file phrase.txt --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --password-file password.txt',
    'tuk wallet key import old --key-file wallet.json',
    'tuk wallet key import phantom --key-file id.json --password-file password.txt',
    'tuk wallet key import main < phrase.txt',
  ],
  run: async ({ positionals: [name = ''], options }, context) => {
    const expected = options.address as string | undefined;
    const keyFile = options.keyFile as string | undefined;
    const family = familyOf(options);
    const network = (family ?? (expected?.startsWith('0x') ? 'evm' : undefined)) === 'evm' ? 'ETHEREUM' : 'SOLANA';
    if (expected !== undefined) requireAddress(expected, 'The value of --address', network);
    await requireFreeName(context, name);
    requireOneStdin(context, (keyFile ?? '-') === '-', passwordOf(options));
    const key =
      keyFile === undefined ? await readPipedKey(context, family) : await readKeyFile(context, keyFile, family);
    let password: string | undefined;
    const unlocked = await key.unlock(async () => {
      password = await keyPassword(context, passwordOf(options), 'Password of the key file');
      return password;
    });
    if (expected !== undefined && !isSameAccount(unlocked.address, expected))
      throw new Guarded('WRONG_KEY', `The key belongs to ${unlocked.address}, not to ${expected}; nothing was stored.`);
    context.log(`  The key belongs to ${unlocked.address}.`);
    if (isDryRun(context.flags)) return undefined;
    const lock = password ?? (await newKeyPassword(context, passwordOf(options)));
    const result = await store(context, name, key.family, unlocked, lock);
    key.release();
    if (unlocked.hasAccount)
      context.note({
        is: 'warning',
        text: 'Only the key of this address is stored, not the recovery phrase or the extended key: keep that.',
      });
    return result;
  },
};

/** @throws {BadInput} KEY_EXISTS, BAD_VALUE; {Guarded} MAY_BE_KEY */
async function requireFreeName(context: Context, name: string) {
  checkNewKeyName(name);
  if (isStored(folderOf(context), name)) throw keyExists(name);
}

async function store(context: Context, name: string, family: ChainFamily, key: KeyHandle, password: string) {
  const warn = warningsOf(context);
  const folder = paths(context.world).keys;
  const path = saveStoredKey(folder, name, await key.lockedFile(password), warn);
  for (const other of listStoredKeys(folder, warn))
    if (other.address === key.address && other.name !== name)
      context.note({ is: 'warning', text: `The stored key ${other.name} is that of the same address.` });
  return keyResult({ name, family, address: key.address, path });
}

const list: Command = {
  name: 'key list',
  summary: 'List the keys of this machine',
  description: `The file of a key states its address; tuk unlocks nothing. If tuk cannot use a file, the list shows its problem.
Add --removed to list the keys that were removed in the last thirty days.`,
  options: [plain('--removed', 'the removed keys, with the time until which each can be restored')],
  readOnly: true,
  examples: ['tuk wallet key list', 'tuk wallet key list --removed'],
  run: async ({ options: { removed } }, context) => {
    const folder = folderOf(context);
    const keys = removed ? listRemovedKeys(folder, warningsOf(context)) : listStoredKeys(folder, warningsOf(context));
    const usual = removed ? removedColumns : columns;
    return resultOf(JSON.stringify(keys), {
      columns: keys.some(({ problem }) => problem !== undefined) ? [...usual, { path: 'problem' }] : usual,
      idPath: 'name',
      empty: {
        says: removed ? 'No removed keys.' : ['No stored keys.', 'Make one: tuk wallet key new NAME'],
        of: { from: 'machine', profiles: 'none' },
      },
    });
  },
};

const address: Command = {
  name: 'key address',
  prints: 'record',
  values: '<key-name>',
  summary: 'Print the address of a stored key, without its password',
  description:
    'The address comes from the file of the key. Before tuk signs, it checks that the unlocked key has the same address.',
  readOnly: true,
  examples: ['tuk wallet key address main'],
  run: async ({ positionals: [name = ''] }, context) => {
    const folder = folderOf(context);
    const { family, address } = parseKeyFile(requireKeyFile(readStoredKey(folder, name, warningsOf(context)), name));
    if (address === undefined)
      throw new BadInput(
        'NO_ADDRESS',
        `The file of the key ${name} states no address.`,
        'Store it under another name, which adds the address: tuk wallet key import NAME --key-file FILE',
      );
    if (!choosesFormat(context)) return textResult(`${address}\n`);
    return keyResult({ name, family, address, path: storedKeyPath(folder, name) });
  },
};

const exported: Command = {
  name: 'key export',
  effects: ['secret'],
  dryRun: 'plan',
  values: '<key-name>',
  summary: 'Write the locked file of a stored key',
  description: `Use it for a backup. The file stays encrypted with the password of the key; tuk never writes an unlocked key.
Other wallets can open the file of an EVM key. Only tuk opens the file of a Solana key.`,
  options: [
    {
      flags: '--out <file>',
      effects: ['file', 'secret'],
      summary: 'the new file, which only you can read; default: standard output',
    },
  ],
  examples: ['tuk wallet key export main --out main.json', 'tuk wallet key export main > main.json'],
  run: async ({ positionals: [name = ''], options: { out } }, context) => {
    const text = requireKeyFile(readStoredKey(folderOf(context), name, warningsOf(context)), name);
    const { address, family } = parseKeyFile(text);
    if (typeof out === 'string' && out !== '-') {
      const path = await writeNew(context, out, text);
      return isDryRun(context.flags) ? undefined : keyResult({ name, family, address, path });
    }
    if (isDryRun(context.flags)) return void context.log(`  ${name}: ${address ?? ''}`);
    if (!choosesFormat(context)) return textResult(text);
    return resultOf(text, { singleRecord: true, columns: columnsNamed('address id version') });
  },
};

const choosesFormat = ({ flags: { json, output, jq, fields } }: Context) =>
  Boolean(json || output || jq !== undefined || fields);

/**
 * Writes a new file that only the person can read; a dry run only checks its name.
 * @returns its path
 * @throws {BadInput} FILE_EXISTS; {LocalFailure} FILE_UNWRITABLE
 */
async function writeNew(context: Context, file: string, text: string) {
  const exists = () => new BadInput('FILE_EXISTS', `${file} exists and is not overwritten.`, 'Name a new file.');
  const to = inWorkingFolder(context.world, file);
  if (existsSync(to)) throw exists();
  if (isDryRun(context.flags)) return to;
  writeOutputFile(to, Buffer.from(text), { name: file, mode: 0o600, exists });
  return to;
}

const rename: Command = {
  name: 'key rename',
  dryRun: 'plan',
  values: ['<key-name>', '<new-name>'],
  summary: 'Give a stored key another name',
  description: 'The name is that of the file. A name that another key has is refused.',
  examples: ['tuk wallet key rename main trading'],
  run: async ({ positionals: [name = '', next = ''] }, context) => {
    const warn = warningsOf(context);
    const folder = folderOf(context);
    await requireFreeName(context, next);
    readStoredKey(folder, name, warn); // the error for a missing key lists the others
    const { address, family } = listStoredKeys(folder, warn).find((key) => key.name === name) ?? {};
    context.log(`  ${name} to ${next}: ${address ?? ''}`);
    if (isDryRun(context.flags)) return undefined;
    const path = renameStoredKey(folder, name, next, warn);
    return keyResult({ name: next, family, address, path });
  },
};

const remove: Command = {
  name: 'key remove',
  dryRun: 'plan',
  values: '<key-name>',
  summary: 'Remove a stored key from this machine',
  description: `You can restore the key within thirty days: tuk wallet key restore. Later a command of tuk wallet key deletes it.
Without a copy of the key you then lose what its address holds. It also removes a file that tuk cannot use.`,
  examples: ['tuk wallet key remove trading --yes'],
  run: async ({ positionals: [name = ''] }, context) => {
    const warn = warningsOf(context);
    const folder = folderOf(context);
    const stored = listStoredKeys(folder, warn).find((key) => key.name === name);
    if (!stored) readStoredKey(folder, name, warn); // the error lists the other keys
    context.log(`  ${name}: ${stored?.address ?? stored?.problem ?? ''}`);
    if (isDryRun(context.flags)) return undefined;
    const change = ownChange({
      service: 'wallet',
      name: 'keyRemove',
      summary: 'Remove the key from this machine',
      warn: 'It can be restored for thirty days; then what its address holds is lost unless you have a copy of the key',
    });
    await confirmCall(context, change, [
      ['Key', name],
      ['Address', stored?.address ?? stored?.problem ?? 'unknown'],
    ]);
    const removed = removeStoredKey(folder, name, context.world.clock.now(), warn);
    context.note({
      is: 'done',
      text: `Removed ${name}. Until ${removed.until.slice(0, 10)} it can be restored: tuk wallet key restore ${name}`,
    });
    return resultOf(JSON.stringify(removed), { columns: removedColumns });
  },
};

const restore: Command = {
  name: 'key restore',
  dryRun: 'plan',
  values: '<key-name>',
  summary: 'Restore a removed key',
  description: 'If several removed keys have the name, tuk restores the last one. It refuses the name of a stored key.',
  examples: ['tuk wallet key restore trading'],
  run: async ({ positionals: [name = ''] }, context) => {
    const warn = warningsOf(context);
    const folder = folderOf(context);
    const { address, family, problem } = requireRemovedKey(folder, name, warn);
    context.log(`  ${name}: ${address ?? problem ?? ''}`);
    if (isDryRun(context.flags)) return undefined;
    const path = restoreKey(folder, name, warn);
    return keyResult({ name, family, address, path });
  },
};

export const keys: readonly Command[] = [make, imported, list, address, exported, rename, remove, restore];

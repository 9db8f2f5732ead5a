// `tuk wallet key`: the keys of this machine, locked with a password. No secret is an argument, and none is printed.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import type { KeyHandle } from '../../engine/key-handle.js';
import { keyPassword, newKeyPassword, randomKey, readKeyFile, readPipedKey, requireOneStdin, warningsOf } from '../../engine/key-input.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';

const passwordOption = {
  flags: '--password-file <file>',
  summary: 'the file with the password; default: TUK_KEY_PASSWORD_FILE, else a prompt',
} as const;
const passwordOf = (options: Readonly<Record<string, unknown>>): string | undefined => options.passwordFile as string | undefined;
const folderOf = (context: Context): string => paths(context.world).keys;
const columns = [{ path: 'name' }, { path: 'address', room: 'stays' }, { path: 'path' }] as const;

const make: Command = {
  name: 'key new',
  values: '<name>',
  summary: 'Make a random key and store it, locked with a password',
  description: `The key is of Ethereum and its like. It is stored as keys/NAME.json in the folder of tuk, a V3 key store (scrypt) that only you can read and
other wallets open. The password is read from a file or typed twice; nobody can restore it.`,
  options: [passwordOption],
  examples: ['tuk wallet key new savings --password-file password.txt'],
  run: async ({ positionals: [name = ''], options }, context) => {
    await requireFreeName(context, name);
    if (isDryRun(context.flags)) return 0;
    const password = await newKeyPassword(context, passwordOf(options));
    const key = await randomKey(context);
    await store(context, name, await key.unlock(async () => undefined), password);
    key.release();
    context.log('▲ Keep a copy of the file and its password: without either nobody can restore the key.');
    return 0;
  },
};

const imported: Command = {
  name: 'key import',
  values: '<name>',
  summary: 'Store a key of yours, locked with a password',
  description: `Takes a private key in hex, a recovery phrase (its first address, m/44'/60'/0'/0/0), an extended key or a V3 key store: from --key-file,
piped in, or typed unseen at a terminal. A V3 key store keeps its password; any other key gets one, from a file or typed twice.
--address states whose key it should be: that of another address is not stored.`,
  options: [
    { flags: '--key-file <file>', summary: 'the file with the key; default: standard input' },
    { flags: '--address <address>', summary: 'the address that the key must have' },
    passwordOption,
  ],
  examples: [
    'tuk wallet key import main --key-file phrase.txt --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --password-file password.txt',
    'tuk wallet key import old --key-file wallet.json',
    'tuk wallet key import main < phrase.txt',
  ],
  run: async ({ positionals: [name = ''], options }, context) => {
    const expected = options.address as string | undefined;
    const keyFile = options.keyFile as string | undefined;
    if (expected !== undefined) (await import('../../money/address.js')).requireAddress(expected, 'The value of --address', 'ETHEREUM');
    await requireFreeName(context, name);
    requireOneStdin(context, (keyFile ?? '-') === '-', passwordOf(options));
    const key = keyFile === undefined ? await readPipedKey(context) : await readKeyFile(context, keyFile);
    let password: string | undefined;
    const unlocked = await key.unlock(async () => {
      password = await keyPassword(context, passwordOf(options), 'Password of the key file');
      return password;
    });
    if (expected !== undefined && unlocked.address.toLowerCase() !== expected.toLowerCase())
      throw new Guarded('WRONG_KEY', `The key is that of ${unlocked.address}, not of ${expected}; nothing was stored.`);
    context.log(`  The key is that of ${unlocked.address}.`);
    if (isDryRun(context.flags)) return 0;
    await store(context, name, unlocked, password ?? (await newKeyPassword(context, passwordOf(options))));
    key.release();
    if (unlocked.hasAccount)
      context.log('▲ Only the key of this address is stored, not the recovery phrase or the extended key: keep that.');
    return 0;
  },
};

/** @throws {BadInput} KEY_EXISTS, BAD_KEY_NAME; {Guarded} MAY_BE_KEY */
async function requireFreeName(context: Context, name: string): Promise<void> {
  const { isStored, keyExists } = await import('../../money/key-store.js');
  if (isStored(folderOf(context), name)) throw keyExists(name);
}

/** Locks and stores a key, and prints its name, address and path. */
async function store(context: Context, name: string, key: KeyHandle, password: string): Promise<void> {
  const { listStoredKeys, saveStoredKey } = await import('../../money/key-store.js');
  const warn = warningsOf(context);
  const text = await key.lockedFile(password);
  const path = saveStoredKey(folderOf(context), name, text, warn);
  for (const other of listStoredKeys(folderOf(context), warn))
    if (other.address === key.address && other.name !== name) context.log(`▲ The stored key ${other.name} is that of the same address.`);
  await context.out.print(JSON.stringify({ name, address: key.address, path }), { columns });
}

const list: Command = {
  name: 'key list',
  summary: 'List the keys of this machine',
  description: 'The address is what the file of a key states; nothing is unlocked. A file that cannot be used is listed with its problem.',
  readOnly: true,
  examples: ['tuk wallet key list', 'tuk wallet key list -o csv'],
  run: async (_, context) => {
    const { listStoredKeys } = await import('../../money/key-store.js');
    const keys = listStoredKeys(folderOf(context), warningsOf(context));
    await context.out.print(JSON.stringify(keys), {
      columns: keys.some(({ problem }) => problem !== undefined) ? [...columns, { path: 'problem' }] : columns,
      idPath: 'name',
      empty: ['No stored keys.', 'Make one: tuk wallet key new NAME'],
      commandLine: () => 'tuk wallet key list',
    });
    return 0;
  },
};

const address: Command = {
  name: 'key address',
  values: '<name>',
  summary: 'Print the address of a stored key, without its password',
  description: 'The address is what the file of the key states. Before a command signs, the address of the unlocked key must be the same.',
  readOnly: true,
  examples: ['tuk wallet key address main', 'tuk wallet key address main --json'],
  run: async ({ positionals: [name = ''] }, context) => {
    const [{ readStoredKey, requireKeyFile, storedKeyPath }, { parseKeyFile }] = await Promise.all([
      import('../../money/key-store.js'),
      import('../../money/key-file.js'),
    ]);
    const folder = folderOf(context);
    const file = parseKeyFile(requireKeyFile(readStoredKey(folder, name, warningsOf(context)), name));
    if (file.address === undefined)
      throw new BadInput(
        'NO_ADDRESS',
        `The file of the key ${name} states no address.`,
        'Store it under another name, which adds the address: tuk wallet key import NAME --key-file FILE',
      );
    const { json, output, jq, fields } = context.flags;
    if (json || output || jq !== undefined || fields)
      await context.out.print(JSON.stringify({ name, address: file.address, path: storedKeyPath(folder, name) }), { columns });
    else await context.out.printText(`${file.address}\n`);
    return 0;
  },
};

const removal: Call = {
  service: 'wallet',
  name: 'keyRemove',
  summary: 'Remove the key from this machine',
  method: 'DELETE',
  path: '/',
  auth: 'public',
  effect: 'service',
  final: true,
  warn: 'What its address holds is lost unless you have a copy of the key',
  as: 'nothing',
  words: {},
};

const remove: Command = {
  name: 'key remove',
  values: '<name>',
  summary: 'Remove a stored key from this machine',
  description: 'What its address holds is lost unless you have a copy of the key. Removes a file that cannot be used, too.',
  examples: ['tuk wallet key remove main --yes'],
  run: async ({ positionals: [name = ''] }, context) => {
    const { listStoredKeys, readStoredKey, removeStoredKey } = await import('../../money/key-store.js');
    const warn = warningsOf(context);
    const folder = folderOf(context);
    const stored = listStoredKeys(folder, warn).find((one) => one.name === name);
    if (!stored) readStoredKey(folder, name, warn); // says that there is none, and which there are
    context.log(`  ${name}: ${stored?.address ?? stored?.problem ?? ''}`);
    if (isDryRun(context.flags)) return 0;
    await (await import('../../cli/prompts/confirmation.js')).confirmCall(context, removal);
    removeStoredKey(folder, name, warn);
    context.log(`✓ Removed ${name}.`);
    return 0;
  },
};

export const keys: readonly Command[] = [make, imported, list, address, remove];

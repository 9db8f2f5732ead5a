// A user with files of keys: those of the published test phrase, bare and locked, and the password.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { encryptKeystoreJsonSync, HDNodeWallet, Wallet } from 'ethers';
import { newUser } from './tuk.js';

export const phrase = 'test test test test test test test test test test test junk';
/** The first address of the phrase, and its key. */
export const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const digits = HDNodeWallet.fromPhrase(phrase).privateKey.slice(2);
export const password = 'öpen sesame';
/** The key, locked as lightly as the format allows. */
export const v3 = encryptKeystoreJsonSync(new Wallet(`0x${digits}`), password, { scrypt: { N: 1024, r: 8, p: 1 } });

/** A user with `password.txt` and other files, and the place of the stored keys. */
export function setup(files: Readonly<Record<string, string>> = {}) {
  const user = newUser();
  for (const [name, text] of Object.entries({ 'password.txt': `${password}\n`, ...files }))
    writeFileSync(path.join(user.home, name), text, { mode: 0o600 });
  const folder = path.join(user.home, 'keys');
  return { ...user, folder, file: (name: string) => path.join(folder, `${name}.json`) };
}

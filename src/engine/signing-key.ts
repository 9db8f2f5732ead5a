// placeholder: written by the keys branch
import { readFileSync } from 'node:fs';
import type { Context } from '../cli/context.js';
import { type Key, readKey } from '../money/keys.js';
import type { Option } from './params.js';
export interface KeySelection {
  key?: string;
  keyFile?: string;
  wallet?: string;
  passwordFile?: string;
}
export const keyOptions: readonly Option[] = [
  { flags: '--key <name>', summary: 'key', param: false },
  { flags: '--key-file <file>', summary: 'key', param: false },
  { flags: '--wallet <address>', summary: 'key', param: false },
  { flags: '--password-file <file>', summary: 'key', param: false },
];
export interface Signer {
  readonly address: string;
  withKey<R>(use: (key: Key) => Promise<R> | R): Promise<R>;
}
export async function signerOf(_: Context, selection: KeySelection): Promise<Signer> {
  const { key } = await readKey(readFileSync(selection.keyFile!, 'utf8'), async () => '');
  return { address: key.address, withKey: async (use) => use(key) };
}

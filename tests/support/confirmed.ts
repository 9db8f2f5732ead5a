// Confirms the assumed field names of a profile, which transfers outside a sandbox require.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transferFields } from '../../src/money/transfer-fields.js';

interface Config {
  readonly profiles: Readonly<Record<string, { readonly names?: Readonly<Record<string, string>> }>>;
}

/** Confirms the names of every call that moves value, in a profile. */
export function confirmFieldNames(home: string, profile: string): void {
  const file = path.join(home, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Config;
  const own = config.profiles[profile] ?? {};
  const names = { ...own.names, ...Object.fromEntries(Object.keys(transferFields).map((call) => [call, 'confirmed'])) };
  writeFileSync(file, JSON.stringify({ ...config, profiles: { ...config.profiles, [profile]: { ...own, names } } }));
}

// A bench whose ledger is looked into when it is closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/core/server.js';
import { openState } from '../../src/sandbox/core/state.js';
import { faultsOfLedger } from '../../src/sandbox/domains/balances/ledger.js';
import { type Bench, bench } from './support.js';

/** A bench, and a way to close it that tells what is wrong with its ledger: nothing should be. */
export async function checkedBench(options: Partial<SandboxOptions> = {}): Promise<{ sandbox: Bench; close(): Promise<string[]> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-sandbox-'));
  const file = path.join(folder, 'sandbox.db');
  const sandbox = await bench({ state: file, ...options });
  const close = async () => {
    await sandbox.close();
    const state = openState(file, () => {});
    const faults = state.read(() => faultsOfLedger({ state }));
    state.close();
    rmSync(folder, { recursive: true, force: true });
    return faults;
  };
  return { sandbox, close };
}

// A test sandbox whose ledger is checked when it is closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/core/sandbox.js';
import { openState } from '../../src/sandbox/core/state.js';
import { ledgerViolations } from '../../src/sandbox/domains/balances/ledger.js';
import { startTestSandbox, type TestSandbox } from './support.js';

/** Starts a test sandbox. Its `close` returns the violations of the ledger's rules. */
export async function startCheckedSandbox(
  options: Partial<SandboxOptions> = {},
): Promise<{ sandbox: TestSandbox; close(): Promise<string[]> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-sandbox-'));
  const file = path.join(folder, 'sandbox.db');
  const sandbox = await startTestSandbox({ state: file, ...options });
  const close = async () => {
    await sandbox.close();
    const state = openState(file, () => {});
    const faults = state.read(() => ledgerViolations({ state }));
    state.close();
    rmSync(folder, { recursive: true, force: true });
    return faults;
  };
  return { sandbox, close };
}

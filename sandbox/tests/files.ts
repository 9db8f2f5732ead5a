// Temporary state files for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A path of a state file that does not exist yet; its folder is removed after the test. */
export function temporaryFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'sandbox.db');
}

// Vitest global setup: seeds the state of a sandbox once for a whole test run. `newHome` of tuk.ts copies it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeSandbox, openSandbox } from '../../src/sandbox/core/sandbox.js';
import { embeddedUrl, sandboxTransport } from '../../src/sandbox/core/transport.js';
import { now } from './time.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of a seeded state file whose clock stands at `now` of time.ts. */
    seededState: string;
  }
}

/** Provides the path of the seeded state, and removes it at the end. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(process.env.TMPDIR ?? tmpdir(), 'tuk-seeded-'));
  const seededState = path.join(folder, 'seeded.db');
  const runtime = await openSandbox({ state: ':memory:', wall: () => now }, embeddedUrl);
  const check = { method: 'POST', url: `${embeddedUrl}/_sandbox/check`, headers: { 'content-type': 'application/json' }, body: '{}' };
  const { body } = await sandboxTransport(runtime)({ ...check, timeout: 0, maxBody: 1e9 }); // it reads every kind, which seeds it
  if (!(JSON.parse(String(body)) as { sound?: boolean }).sound) throw new Error(`The seeded world contradicts itself: ${body}`);
  runtime.state.copyTo(seededState);
  closeSandbox(runtime);
  project.provide('seededState', seededState);
  return () => rmSync(folder, { recursive: true, force: true });
}

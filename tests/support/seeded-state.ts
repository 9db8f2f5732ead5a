// Vitest global setup: seeds the state of a sandbox once for a whole test run. `newHome` of tuk.ts copies it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { closeSandbox, openSandbox } from '../../sandbox/sandbox.js';
import { embeddedUrl } from '../../sandbox/transport.js';
import { now } from './time.js';
import { checkWorld } from './world-check/check-world.js';

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
  const { findings } = await checkWorld(runtime); // it reads every kind, which seeds it
  if (findings.length > 0) throw new Error(`The seeded world contradicts itself: ${JSON.stringify(findings)}`);
  runtime.state.copyTo(seededState);
  closeSandbox(runtime);
  project.provide('seededState', seededState);
  return () => rmSync(folder, { recursive: true, force: true });
}

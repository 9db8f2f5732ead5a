// Tests run the program in-process; test files share the workers' processes.
import { accessSync, constants, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { inkTableAsEsm, inkTableFile } from './scripts/ink-table.mjs';

const inkTable = {
  name: 'ink-table',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (inkTableFile.test(id) ? { code: inkTableAsEsm(code), map: null } : undefined),
};

/** The folder of the tests' homes: in memory where the machine has a gigabyte of that, since every save waits for the disk. */
function temporaryFolder(memory = '/dev/shm'): { readonly TMPDIR?: string } {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 1e9 ? { TMPDIR: memory } : {};
  } catch {
    return {}; // there is none on macOS and Windows
  }
}

export default defineConfig({
  plugins: [inkTable],
  oxc: { jsx: { development: false } }, // React as in the build: its development form takes a third longer to draw
  test: {
    server: { deps: { inline: ['ink-table'] } },
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/setup.ts'],
    isolate: false, // files share a process and its modules; what tests leave behind is registered with tests/support/cleanup.ts
    testTimeout: 120_000,
    hookTimeout: 60_000, // a sandbox is opened in some of them
    execArgv: ['--max-semi-space-size=64'], // many short-lived objects: a tenth less time
    maxWorkers: 4, // more than two cores: much of the time is spent waiting for real processes and terminals
    typecheck: { enabled: false },
    env: { NODE_ENV: 'production', CI: 'false', CONTINUOUS_INTEGRATION: 'false', ...temporaryFolder() }, // where CI is set, Ink draws nothing (in the build it does not look)
  },
});

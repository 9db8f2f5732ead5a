// Tests run the program in-process; a file with many tests shares one worker.
import { defineConfig } from 'vitest/config';
import { inkTableAsEsm, inkTableFile } from './scripts/ink-table.mjs';

const inkTable = {
  name: 'ink-table',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (inkTableFile.test(id) ? { code: inkTableAsEsm(code), map: null } : undefined),
};

export default defineConfig({
  plugins: [inkTable],
  test: {
    server: { deps: { inline: ['ink-table'] } },
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    maxWorkers: 3, // more than two cores: much of the time is spent waiting for real processes and terminals
    typecheck: { enabled: false },
    env: { CI: 'false', CONTINUOUS_INTEGRATION: 'false' }, // where these are set, Ink draws nothing (in the build it does not look)
  },
});

// Tests run the program in-process; a file with many tests shares one worker.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], testTimeout: 30_000, typecheck: { enabled: false } },
});

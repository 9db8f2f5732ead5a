// Three tiers of tests as projects (tests/support/README.md). Tests run the program in-process; test files share the workers' processes.
import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { inkTableAsEsm, inkTableFile } from './scripts/ink-table.mjs';

const inkTable = {
  name: 'ink-table',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    inkTableFile.test(id) ? { code: inkTableAsEsm(code), map: null } : undefined,
};

/** The folder of the tests' homes: in memory if the machine has a gigabyte of it, since every save waits for the disk. */
function temporaryFolder(memory = '/dev/shm'): { readonly TMPDIR?: string } {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 1e9 ? { TMPDIR: memory } : {};
  } catch {
    return {}; // there is none on macOS and Windows
  }
}

/** The test files of each tier. A file's name or its imports say which; nothing lists them. */
function filesByTier(root: string): Readonly<Record<'unit' | 'program' | 'proof', string[]>> {
  const texts = new Map<string, string>(
    ['tests', 'sandbox/tests'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map(
          (file) =>
            [
              `${folder}/${file.replaceAll(path.sep, '/')}`,
              readFileSync(path.join(root, folder, file), 'utf8'),
            ] as const,
        ),
    ),
  );
  /** Whether a file starts the program, a sandbox or a process, or imports a file of the tests that does. */
  const startsProgram = (file: string, seen = new Set<string>()): boolean => {
    const text = texts.get(file) ?? texts.get(`${file}x`);
    if (text === undefined || seen.has(file)) return false;
    seen.add(file);
    if (/from '([./]+\/(src\/main|server|sandbox\/server)\.js|node:child_process|@lydell\/node-pty)'/.test(text))
      return true;
    const imports = [...text.matchAll(/from '(\.[^']*)\.js'/g)].map(([, to]) =>
      path.posix.join(path.posix.dirname(file), `${to}.ts`),
    );
    return imports.some((to) => /^(sandbox\/)?tests\//.test(to) && startsProgram(to, seen));
  };
  const isProof = (file: string) => /\.proof\.test\.tsx?$/.test(file);
  /** Properties of money, sessions and parsers: the proof has them once more, with all their runs. */
  const isProven = (file: string) =>
    /^tests\/(money|session|services|cli|text)\//.test(file) &&
    /\b(fc\.(assert|check)|property|asyncProperty)\(/.test(texts.get(file)!);
  const files = [...texts.keys()].filter((file) => /\.test\.tsx?$/.test(file)).sort();
  return {
    unit: files.filter((file) => !isProof(file) && !startsProgram(file)),
    program: files.filter((file) => !isProof(file) && startsProgram(file)),
    proof: files.filter((file) => isProof(file) || isProven(file)),
  };
}

const tiers = filesByTier(import.meta.dirname);

export default defineConfig({
  plugins: [inkTable],
  oxc: { jsx: { development: false } }, // React as in the build: its development form takes a third longer to draw
  test: {
    experimental: { fsModuleCache: true }, // the proof reads the transformed modules of the quick tiers
    server: { deps: { inline: ['ink-table'] } },
    setupFiles: ['tests/support/setup.ts'],
    isolate: false, // files share a process and its modules; what tests leave behind is registered with tests/support/cleanup.ts
    testTimeout: 120_000,
    hookTimeout: 60_000, // a sandbox is opened in some of them
    execArgv: ['--max-semi-space-size=64'], // many short-lived objects: a tenth less time
    maxWorkers: 3, // more than two cores: some of the time is spent waiting
    typecheck: { enabled: false },
    env: { NODE_ENV: 'production', CI: 'false', CONTINUOUS_INTEGRATION: 'false', ...temporaryFolder() }, // if CI is set, Ink draws nothing (in the build it does not look)
    projects: Object.entries(tiers).map(([name, include]) => ({
      extends: true as const,
      test: {
        name,
        include,
        env: { TUK_TEST_TIER: name },
        ...(name === 'unit' ? {} : { globalSetup: ['tests/support/seeded-state.ts'] }),
      },
    })),
  },
});

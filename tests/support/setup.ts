// Vitest setup file: the seed of the property tests, and the registered cleanup after each test file.
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cleanFile } from './cleanup.js';

// A gate must not depend on chance: property tests use one seed, unless TUK_TEST_SEED names another one, or `random`.
// TUK_TEST_RUNS is the number of runs of each property that does not state one.
const { TUK_TEST_SEED: seed = '20261123', TUK_TEST_RUNS: runs } = process.env;
fc.configureGlobal({ ...(seed === 'random' ? {} : { seed: Number(seed) }), ...(runs ? { numRuns: Number(runs) } : {}) });

afterAll(cleanFile);

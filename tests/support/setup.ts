// Vitest setup file: the seed of the property tests, and the registered cleanup after each test file.
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cleanFile } from './cleanup.js';
import { runs } from './runs.js';

// A gate must not depend on chance: property tests use one seed, unless TUK_TEST_SEED names another one, or `random`.
const { TUK_TEST_SEED: seed = '20261123' } = process.env;
fc.configureGlobal({ ...(seed === 'random' ? {} : { seed: Number(seed) }), numRuns: runs() });

afterAll(cleanFile);

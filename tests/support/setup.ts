// Runs before each test file: what its tests have created is removed after them.
import { afterAll } from 'vitest';
import { cleanFile } from './cleanup.js';

afterAll(cleanFile);

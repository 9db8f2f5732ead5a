// Vitest setup file: runs the registered cleanup after each test file.
import { afterAll } from 'vitest';
import { cleanFile } from './cleanup.js';

afterAll(cleanFile);

// Registers cleanup that runs after each test file. Test files share a process (vitest.config.ts), so a module's own afterAll would run for the first file that imports it only; setup.ts runs for every file.
import type { Server } from 'node:http';

type Undo = () => unknown;

const undos: Undo[] = [];

/** Registers a function to run after the tests of the file, in reverse order of registration. */
export const afterFile = (undo: Undo): void => void undos.push(undo);

/** Ends a server of a test, and its connections. */
export const closed = (server: Server) =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(done);
  });

/** Runs the registered functions. */
export async function cleanFile(): Promise<void> {
  for (const undo of undos.splice(0).reverse()) await undo();
}

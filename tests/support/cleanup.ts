// Registers cleanup that runs after each test file. Test files share a process (vitest.config.ts), so a module's own afterAll would run for the first file that imports it only; setup.ts runs for every file.
type Undo = () => unknown;

const undos: Undo[] = [];

/** Registers a function to run after the tests of the file, in reverse order of registration. */
export const afterFile = (undo: Undo): void => void undos.push(undo);

/** Runs the registered functions. */
export async function cleanFile(): Promise<void> {
  for (const undo of undos.splice(0).reverse()) await undo();
}

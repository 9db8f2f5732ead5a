// Cleanup of what tests create. Test files share a process (vitest.config.ts), so a module's own afterAll would run for the first file that imports it only; setup.ts runs for every file.
type Undo = () => unknown;

const undos: Undo[] = [];

/** Runs this when all tests of the file are over, the newest first. */
export const afterFile = (undo: Undo): void => void undos.push(undo);

/** Undoes all that the tests of a file have left behind. */
export async function cleanFile(): Promise<void> {
  for (const undo of undos.splice(0).reverse()) await undo();
}

// Named pipes.
import { execFileSync } from 'node:child_process';

/** Makes a FIFO and returns its path. */
export function fifo(file: string): string {
  execFileSync('mkfifo', [file]);
  return file;
}

// The problem of a symbolic link in place of a file of the program. Loaded only for a link.
import { existsSync, lstatSync } from 'node:fs';
import { strangerOf } from '../services/platform/owner.js';

/**
 * Why a link is not followed, as a part of a sentence: it belongs to neither this user nor root, or leads to no file.
 */
export function linkProblem(file: string): string | undefined {
  const stranger = strangerOf(lstatSync(file), true);
  if (stranger !== undefined) return `is a symbolic link of another user (${stranger})`;
  return existsSync(file) ? undefined : 'is a symbolic link to a file that does not exist';
}

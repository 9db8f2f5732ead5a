// Whether the shell has lent the terminal to another job than this process.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isUnix } from './platform.js';

/**
 * Whether the terminal belongs to another job. False for a stream that is not the terminal of this process, and if the
 * system does not say.
 */
export function isInBackground(stdin: unknown): boolean {
  if (stdin !== process.stdin || !isUnix()) return false;
  const [group = 0, foreground = 0] = processGroups();
  return group > 0 && foreground > 0 && group !== foreground;
}

/** The process group of this process, and of its terminal; empty if the system does not say. */
function processGroups(): readonly number[] {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '); // the name before may have spaces
    return [Number(fields[2]), Number(fields[5])];
  } catch {
    return groupsOfPs(); // not Linux
  }
}

function groupsOfPs(): readonly number[] {
  try {
    const text = execFileSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    return text.trim().split(/\s+/).map(Number);
  } catch {
    return [];
  }
}

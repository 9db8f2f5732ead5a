// Whether a process of this machine still runs, also if it runs in another container.

import { readFileSync, readlinkSync } from 'node:fs';

/** The identity of a process beside its number: the start of the system, the space of numbers, its own start. */
interface Stamp {
  readonly boot: string;
  readonly space: string;
  readonly start: string;
}

/** The stamp of a process as text, by /proc; undefined on a system without it. @param pid by default this process */
export function processStamp(pid: number = process.pid): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const space = readlinkSync('/proc/self/ns/pid');
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]; // field 22, behind the name in brackets
    return start === undefined ? undefined : [boot, space, start].join(' ');
  } catch {
    return undefined;
  }
}

/** How long a process that cannot be seen from here may run, milliseconds. */
const unseenTime = 3_600_000;

/**
 * Whether a process still runs. A process of another container cannot be seen: it counts as running for an hour.
 * @param stamp as `processStamp` had it; without one the number alone counts
 * @param age since it was seen last, milliseconds
 */
export function isRunning(pid: number, stamp?: string | null, age = 0): boolean {
  const [recorded, current] = [parsed(stamp), parsed(processStamp())];
  if (recorded === undefined || current === undefined) return hasNumber(pid);
  if (recorded.boot !== current.boot) return false;
  if (recorded.space !== current.space) return age < unseenTime;
  const seen = parsed(processStamp(pid)); // /proc may hide the processes of others
  return seen === undefined ? hasNumber(pid) : seen.start === recorded.start;
}

function parsed(stamp: string | null | undefined): Stamp | undefined {
  const [boot, space, start] = stamp?.split(' ') ?? [];
  return boot && space && start ? { boot, space, start } : undefined;
}

function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Whether a process of this machine still runs, also if it runs in another container: its number alone does not say so.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** The identity of a process beside its number: the start of the system, the space of numbers, its own start. */
interface Stamp {
  readonly boot: string;
  readonly space: string;
  readonly start: string;
}

/** How a system says when a process has started. Tests pass others. */
const thisSystem = {
  platform: process.platform,
  run: (command: string, args: readonly string[], env?: Readonly<Record<string, string>>) =>
    execFileSync(command, args, { encoding: 'utf8', timeout: 5000, ...(env && { env }) }),
};
type System = typeof thisSystem;

/** How far the start of a process as the system says it may be from the one that the process knows, milliseconds. */
const tolerance = 5000;

/**
 * The stamp of a process as text; undefined if the system does not say. Linux has it in /proc. Elsewhere the time of the start
 * says it, which also differs after a start of the system.
 * @param pid by default this process
 */
export function processStamp(pid: number = process.pid, system: System = thisSystem): string | undefined {
  try {
    if (/^(darwin|win32)$/.test(system.platform)) return `${system.platform} - ${startOf(pid, system)}`;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const space = readlinkSync('/proc/self/ns/pid');
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]; // field 22, behind the name in brackets
    return start === undefined ? undefined : [boot, space, start].join(' ');
  } catch {
    return undefined;
  }
}

/** When a process has started, epoch milliseconds. @throws {Error} if the system does not say */
function startOf(pid: number, { platform, run }: System) {
  if (pid === process.pid) return Math.round(performance.timeOrigin);
  const text =
    platform === 'darwin'
      ? `${run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { LC_ALL: 'C', TZ: 'UTC0' }).trim()} UTC`
      : run('powershell', [
          '-NoProfile',
          '-Command',
          `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`,
        ]);
  const time = Date.parse(text.trim());
  if (Number.isNaN(time)) throw new Error(`no start in ${text}`);
  return time;
}

/** How long a process that cannot be seen from here may run, milliseconds. */
const unseenTime = 3_600_000;

/**
 * Whether a process still runs. A process of another container cannot be seen: it counts as running for an hour.
 * @param stamp as `processStamp` had it; without one the number alone counts
 * @param age since it was seen last, milliseconds
 */
export function isRunning(pid: number, stamp?: string | null, age = 0, system = thisSystem): boolean {
  const [recorded, current] = [parsed(stamp), parsed(processStamp(process.pid, system))];
  if (recorded === undefined || current === undefined) return hasNumber(pid);
  if (recorded.boot !== current.boot) return false;
  if (recorded.space !== current.space) return age < unseenTime;
  if (!hasNumber(pid)) return false;
  const seen = parsed(processStamp(pid, system)); // /proc may hide the processes of others
  if (seen === undefined || seen.start === recorded.start) return true;
  return recorded.space === '-' && Math.abs(Number(seen.start) - Number(recorded.start)) <= tolerance;
}

/** Whether a process is one of this start of this system, and of its space of numbers, as far as its stamp says. */
export function isOfThisSystem(stamp: string | null | undefined): boolean {
  const [recorded, current] = [parsed(stamp), parsed(processStamp())];
  if (recorded === undefined || current === undefined) return true;
  return recorded.boot === current.boot && recorded.space === current.space;
}

function parsed(stamp: string | null | undefined): Stamp | undefined {
  const [boot, space, start] = stamp?.split(' ') ?? [];
  return boot && space && start ? { boot, space, start } : undefined;
}

function hasNumber(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

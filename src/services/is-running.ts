// Whether a process of this machine still runs.

/** @param pid a process id, perhaps of another user; in another container's numbers the answer says nothing */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

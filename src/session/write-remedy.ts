// The remedy for a file that cannot be written. Loaded only for a failure.

/** The remedy if the program's folder cannot be used. */
export const homeRemedy = (): string => 'Set TUK_HOME to a folder that can be written.';

/** Whether the system does not let a file be written, or its folder be made. */
export const isForbidden = (error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR)$/.test(String(code)) || /readonly/.test(message);
};

/** The remedy of a file that cannot be written: another folder, if the system does not let this one be written. */
export const writeRemedy = (error: unknown, otherwise?: string): string | undefined =>
  isForbidden(error) ? homeRemedy() : otherwise;

// Names that name files: on every system, and on file systems that ignore letter case.

/** The names of devices on Windows, which also reserves them before a dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether a name can be that of a file on every system; control characters cannot. Windows also drops a dot or a blank at the end. */
export const isFileName = (name: string): boolean =>
  !device.test(name) && !/[\\/:]|[^ -~\u00a0-\uffff]|[. ]$|^$/.test(name);

/** The same text for all names that are one file where letter case does not count: on macOS and Windows. */
export const foldedFileName = (name: string): string => name.toLowerCase();

// Names that name files on every system.

/** The names of devices on Windows, which also reserves them before a dot. */
const device = /^(con(in\$|out\$)?|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;

/**
 * Whether a name can be that of a file on every system. Windows refuses some characters, and drops a dot or a blank at the
 * end; control characters are refused.
 */
export const isFileName = (name: string): boolean =>
  !device.test(name) && !/[\\/:*?"<>|]|[^ -~\u00a0-\uffff]|[. ]$|^$/.test(name);

// The forms of ids: what a text may be by its characters alone.

/** Whether a text is a complete UUID, in any letter case. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Whether a text is 0x and the 64 digits of a hash, such as of a transaction, in any letter case. */
export const isPrefixedHash = (text: string): boolean => /^0x[0-9a-f]{64}$/i.test(text);

/** Whether a text may be a vehicle identification number: 17 letters and digits, and both among them. */
export const isVin = (text: string): boolean => /^(?=.*\d)(?=.*[A-HJ-NPR-Z])[A-HJ-NPR-Z0-9]{17}$/i.test(text);

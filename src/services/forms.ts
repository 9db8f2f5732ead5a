// The forms of ids, hashes and addresses: what a text may be by its characters alone. No other file has them
// (tests/services/forms.test.ts).

const hex = '[0-9a-fA-F]';
const base58 = '[1-9A-HJ-NP-Za-km-z]';

/** Each form as an expression without ends, for longer ones. */
export const forms = {
  uuid: `${hex}{8}(?:-${hex}{4}){3}-${hex}{12}`,
  evmAddress: `0x${hex}{40}`,
  solanaAddress: `${base58}{32,44}`,
  rawTon: `(?:0|-1):${hex}{64}`,
  bytes32: `${hex}{64}`,
  hash: `0[xX]${hex}{64}`,
  /** 64 bytes in base58, such as a signature. */
  bytes64: `${base58}{64,90}`,
  base58,
};

/** Makes the test whether a whole text has a form. */
export const whole = (form: string): ((text: string) => boolean) => {
  const expression = new RegExp(`^(?:${form})$`);
  return (text) => expression.test(text);
};
export const isUuid = whole(forms.uuid);
export const isEvmAddress = whole(forms.evmAddress);
/** Whether a text is 0x and the 64 digits of a hash, such as of a transaction. */
export const isPrefixedHash = whole(forms.hash);
export const isBytes32 = whole(forms.bytes32);
export const isBytes64 = whole(forms.bytes64);
/** Whether a text may be a vehicle identification number: 17 letters and digits, and both among them. */
export const isVin = (text: string): boolean => /^(?=.*\d)(?=.*[A-HJ-NPR-Z])[A-HJ-NPR-Z0-9]{17}$/i.test(text);

/**
 * Whether a text is an id or a hash, which is only cut in its middle: a UUID, `0x...`, or a long run of letters and
 * digits.
 */
export const isId = (text: string): boolean => !/^-?\d+(\.\d+)?$/.test(text) && hasFormOfId(text);
const hasFormOfId = whole(`0[xX]${hex}{8,}|${forms.uuid}|(?=[a-zA-Z_-]*\\d)[\\w-]{20,}`);

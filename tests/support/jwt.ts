// Access tokens that name their subject, so that no read is needed to find out whose they are.
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT of a subject, with its end in seconds; its signature is not valid, and is `signature`. */
export const tokenOf = (subject: string, signature = 'signature', exp?: number): string =>
  `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: subject, exp })}.${signature}`;

/** A JWT of a subject that claims to be of a world of the sandbox, by its issuer and its key; its signature is not valid. */
export const sandboxTokenOf = (subject: string, key: string): string =>
  `${encoded({ alg: 'ES256', kid: key })}.${encoded({ sub: subject, iss: 'tuk-sandbox' })}.signature`;

// The zod shape of the answer to renewing a wallet account's session.

import * as z from 'zod/mini';

/** The new pair of tokens; both change. SPEC.md section 7, CONTRACT.md 7.6. */
export const Tokens = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

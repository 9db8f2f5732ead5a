// The zod shape of the response to renewing a wallet account's session.

import * as z from 'zod/mini';

/** The new pair of tokens; both change (platform 2.5). */
export const Tokens = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

// The zod shape of the one known response of the ride-hailing service.

import * as z from 'zod/mini';

/** The tokens of a sign-in (platform 2.1). */
export const Login = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

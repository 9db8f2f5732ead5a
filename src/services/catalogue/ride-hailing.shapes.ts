// The one zod shape that is known of the ride-hailing service's answers.

import * as z from 'zod/mini';

/** The tokens a sign-in answers with (platform 2.1). */
export const Login = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

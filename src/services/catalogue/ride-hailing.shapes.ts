// The one zod shape that is known of the ride-hailing service's answers.

import * as z from 'zod/mini';

/** The tokens a sign-in answers with. CONTRACT.md 5. */
export const Login = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });

// The zod shapes of the sandbox's own vehicle-network answers.
import * as z from 'zod/mini';

/** The note of the test error call, which raises none here. */
export const TestNote = z.looseObject({ note: z.string() });

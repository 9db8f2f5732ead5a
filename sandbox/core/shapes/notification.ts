// Zod shapes of notification responses. All names are the sandbox's own.
import * as z from 'zod/mini';
import { time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
import { EntityNotificationType } from '../../../src/services/catalogue/words.js';

export const Notifications = z.array(
  z.looseObject({
    id: uuid,
    entityType: word(EntityNotificationType),
    entityId: uuid,
    title: z.string(),
    body: z.string(),
    createdAt: time,
  }),
);
export const Ok = z.looseObject({ status: z.string() });

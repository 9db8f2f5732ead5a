// The zod shapes of the sandbox's own notification responses. No public back end promises any of these names.
import * as z from 'zod/mini';
import { time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import { EntityNotificationType } from '../../../services/catalogue/words.js';

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

// The assumed names of notifications, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  listNotifications: { type: 'entityType' },
} satisfies AssumedNames;

// The assumed names of notifications, as the sandbox has them.
import type { Assumed } from '../assumed-fields.js';

export default {
  listNotifications: { type: 'entityType' },
} satisfies Assumed;

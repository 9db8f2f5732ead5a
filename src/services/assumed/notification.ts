// The assumed names of notifications: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {
  listNotifications: { type: 'entityType' },
} satisfies Assumed;

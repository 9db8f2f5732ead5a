// The assumed names of notifications: those of the sandbox.
import type { Assumed } from '../define.js';

export default {
  listNotifications: { type: 'entityType' },
} satisfies Assumed;

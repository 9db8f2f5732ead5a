// The handlers of the clutch service.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

export default defineHandlers<typeof import('../../../services/catalogue/clutch.js')>({
  ...health,
});

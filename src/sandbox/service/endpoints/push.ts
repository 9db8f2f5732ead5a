// The handlers of the push service.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

export default defineHandlers<typeof import('../../../services/catalogue/push.js')>({
  ...health,
});

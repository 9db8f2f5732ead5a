// The handlers of the statistics service.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

export default defineHandlers<typeof import('../../../services/catalogue/statistics.js')>({
  ...health,
});

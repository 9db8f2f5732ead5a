// The handlers of the watcher worker.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

export default defineHandlers<typeof import('../../../services/catalogue/watcher-worker.js')>({
  ...health,
});

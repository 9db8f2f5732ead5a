// The handlers of the watcher worker.
import { defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';

export default defineHandlers<typeof import('../../../services/catalogue/watcher-worker.js')>({
  ...health,
});

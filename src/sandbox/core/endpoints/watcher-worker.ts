// The handlers of the watcher worker.
import { defineHandlers } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/watcher-worker.js')>({
  ...health,
});

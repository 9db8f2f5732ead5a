// The handlers of the statistics service.
import { defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';

export default defineHandlers<typeof import('../../../services/catalogue/statistics.js')>({
  ...health,
});

// The handlers of the statistics service.
import { defineHandlers } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/statistics.js')>({
  ...health,
});

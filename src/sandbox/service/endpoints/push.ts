// The handlers of the push service.
import { defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';

export default defineHandlers<typeof import('../../../services/catalogue/push.js')>({
  ...health,
});

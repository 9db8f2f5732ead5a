// The handlers of the push service.
import { defineHandlers } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/push.js')>({
  ...health,
});

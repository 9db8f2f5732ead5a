// The handlers of the clutch service.
import { defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';

export default defineHandlers<typeof import('../../../services/catalogue/clutch.js')>({
  ...health,
});

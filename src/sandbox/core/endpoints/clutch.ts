// The handlers of the clutch service.
import { defineHandlers } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/clutch.js')>({
  ...health,
});

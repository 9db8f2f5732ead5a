// The handlers of the image factory.

import { defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { createImage } from '../../domains/image/create.js';

export default defineHandlers<typeof import('../../../services/catalogue/image-factory.js')>({
  createImage,
  ...health,
});

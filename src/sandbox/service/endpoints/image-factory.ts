// The handlers of the image factory.

import { defineHandlers, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { createImage, imageBody } from '../../domains/image/create.js';

export default defineHandlers<typeof import('../../../services/catalogue/image-factory.js')>({
  createImage: view(createImage, { body: imageBody }),
  ...health,
});

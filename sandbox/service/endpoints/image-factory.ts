// The handlers of the image factory.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';
import { createImage } from '../../domains/image/create.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/image-factory.js')>({
  createImage,
  ...health,
});

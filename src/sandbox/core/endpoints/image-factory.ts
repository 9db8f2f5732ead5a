// The handlers of the image factory.
import { createImage, imageBody } from '../../domains/image/create.js';
import { defineHandlers, view } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/image-factory.js')>({
  createImage: view(createImage, { body: imageBody }),
  ...health,
});

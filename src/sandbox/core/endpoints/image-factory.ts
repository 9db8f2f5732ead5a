// The image factory, answered.
import { createImage, imageBody } from '../../domains/image/create.js';
import { answers, view } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/image-factory.js')>({
  createImage: view(createImage, { body: imageBody }),
  ...vitals,
});

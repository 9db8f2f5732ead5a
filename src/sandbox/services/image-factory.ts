// The image factory, answered.
import { createImage, imageBody } from '../image/create.js';
import { answers, view } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/image-factory.js')>({
  createImage: view(createImage, { body: imageBody }),
  ...vitals,
});

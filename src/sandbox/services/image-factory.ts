// The image factory, answered.
import { plainCard } from '../picture.js';
import { Bytes } from '../reply.js';
import { answers, view } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/image-factory.js')>({
  createImage: { ...view(() => new Bytes(plainCard(320, 160), 'image/png')), plain: true },
  ...vitals,
});

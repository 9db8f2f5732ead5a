// The image factory, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/image-factory.js')>({
  createImage: plain(),
  ...vitals,
});

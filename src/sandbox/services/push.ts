// The push service, answered.
import { answers } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/push.js')>({
  ...vitals,
});

// The statistics service, answered.
import { answers } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/statistics.js')>({
  ...vitals,
});

// The watcher worker, answered.
import { answers } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/watcher-worker.js')>({
  ...vitals,
});

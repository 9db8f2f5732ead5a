// The handlers of the services that have no calls but health and metrics.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

type HealthOnly =
  | typeof import('../../../src/services/catalogue/clutch.js')
  | typeof import('../../../src/services/catalogue/push.js')
  | typeof import('../../../src/services/catalogue/statistics.js')
  | typeof import('../../../src/services/catalogue/watcher-worker.js');
export default defineHandlers<HealthOnly>({ ...health });

// The handlers of the services that have no calls but health and metrics.

import { health } from '../../core/health.js';
import { defineHandlers } from '../../core/index.js';

type HealthOnly =
  | typeof import('../../../services/catalogue/clutch.js')
  | typeof import('../../../services/catalogue/push.js')
  | typeof import('../../../services/catalogue/statistics.js')
  | typeof import('../../../services/catalogue/watcher-worker.js');
export default defineHandlers<HealthOnly>({ ...health });

// The handlers of the account service.

import { health } from '../../core/health.js';
import { auth, defineHandlers } from '../../core/index.js';
import { confirmSession, refreshSession } from '../../domains/people/session.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/account.js')>({
  refreshSession: auth(refreshSession),
  confirmSession: auth(confirmSession),
  ...health,
});

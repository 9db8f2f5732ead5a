// The handlers of the account service.
import { confirmSession, refreshSession } from '../../domains/people/rotation.js';
import { auth, defineHandlers } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/account.js')>({
  refreshSession: auth(refreshSession),
  confirmSession: auth(confirmSession),
  ...health,
});

// The account service, answered.
import { confirmSession, refreshSession } from '../../domains/people/rotation.js';
import { answers, door } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/account.js')>({
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
});

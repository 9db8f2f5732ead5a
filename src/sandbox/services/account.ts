// The account service, answered.
import { confirmSession, refreshSession } from '../people/rotation.js';
import { answers, door } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/account.js')>({
  refreshSession: door(refreshSession),
  confirmSession: door(confirmSession),
  ...vitals,
});

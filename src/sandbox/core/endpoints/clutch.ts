// The clutch service, answered.
import { answers } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/clutch.js')>({
  ...vitals,
});

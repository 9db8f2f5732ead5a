// Statistics service: no calls are shown beyond health and metrics (SPEC.md section 7).
import { healthCalls, service } from './define.js';

export default service({ name: 'statistics', auth: 'public', calls: { ...healthCalls } });

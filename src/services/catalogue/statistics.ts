// Statistics service: no calls are shown beyond health and metrics (platform 1.1).
import { healthCalls, service } from './define.js';

export default service({ name: 'statistics', auth: 'public', calls: { ...healthCalls } });

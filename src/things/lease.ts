// An application for the lease of a vehicle (platform 7.3).

import { anyId, byId, thing } from './thing.js';

export const lease = thing({
  name: 'lease application',
  group: 'Assets',
  status: { list: 'LeaseApplicationStatus', at: ['status'] },
  reads: [{ call: 'musubi getLeaseApplication', params: byId, finds: anyId, namedBy: /^(lease)?ApplicationId$/i }],
  shownBy: 'assets lease show {id}',
  persons: 'name',
  watch: { kind: 'lease', what: 'a lease application', screen: 'Leases' },
  fields: [{ path: 'status', as: { status: 'LeaseApplicationStatus' } }, { path: 'id' }],
});

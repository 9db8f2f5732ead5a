// The HTTP access of a run with other requests.

import type { RequestContext } from '../../services/http/send.js';
import type { HttpAccess } from './http-access.js';

/** The same access, whose requests have a changed context. It delegates: an access has private fields. */
export const accessWith = (http: HttpAccess, changed: (base: RequestContext) => RequestContext): HttpAccess => ({
  get clockOffset() {
    return http.clockOffset;
  },
  get timed() {
    return http.timed;
  },
  reachesSandbox: (service) => http.reachesSandbox(service),
  mapOf: (...of) => http.mapOf(...of),
  platformMap: () => http.platformMap(),
  clockAhead: (url) => http.clockAhead(url),
  requestContext: async () => changed(await http.requestContext()),
});

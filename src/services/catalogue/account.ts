// Account service: the session calls of the wallet client (platform 2.5). The session renews at the user service.
import { healthCalls, service, verbs } from './define.js';

const { post } = verbs<typeof import('./account.shapes.js')>();

export default service({
  name: 'account',
  auth: 'signed-in',
  shapes: () => import('./account.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    refreshSession: post('/v2/accounts/sessions/refresh', { summary: 'Renew a session', auth: 'refresh', effect: 'service', session: true, response: 'Tokens', secret: true }),
    confirmSession: post('/v2/accounts/sessions/refresh/confirm', { summary: 'Confirm a renewed session', effect: 'service', session: true, as: 'nothing' }),
    ...healthCalls,
  },
});

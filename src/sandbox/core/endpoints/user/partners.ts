// The handlers of third-party apps and earn events of the user service. Loaded on the first of these calls.
import {
  appBalanceBody,
  appTransferBody,
  showAppBalance,
  showOwnBalance,
  showUserBalance,
  transferAppBalance,
  userBalanceBody,
} from '../../../domains/partners/app-balances.js';
import { app } from '../../../domains/partners/apps.js';
import { requestClaim, showClaim, showClaimStatus } from '../../../domains/partners/claims.js';
import { checkConnect, connect, disconnect, listApps, showConnection } from '../../../domains/partners/connections.js';
import { earnEvent, listAppEvents } from '../../../domains/partners/earn-events.js';
import {
  cancelParticipation,
  findParticipation,
  listParticipations,
  participate,
  showOwnPoints,
  showPointsOf,
} from '../../../domains/partners/participate.js';
import { requireEvent } from '../../../domains/partners/participations.js';
import { forKind, type Handler, list, ok, view } from '../../handlers.js';

/** Server-to-server calls without a timestamp have an error of their own (CONTRACT.md 1.4). */
const timestampErrors = { missingErrors: { timestamp: [401, 'EMPTY_TIMESTAMP', 'timestamp is empty!'] } } as const;
const baseHandlers = {
  listPublicApps: view(listApps),
  listApps: forKind(app, view(listApps)),
  getAppBalanceV1: forKind(app, view(showAppBalance, timestampErrors)),
  getAppBalance: forKind(app, view(showOwnBalance)),
  getAppConnection: forKind(app, view(showConnection, timestampErrors)),
  connectApp: forKind(app, ok(connect)),
  checkAppConnection: forKind(app, view(checkConnect)),
  disconnectApp: forKind(app, ok(disconnect)),
  getAppBalances: view(showAppBalance, { body: appBalanceBody, ...timestampErrors }),
  getAppUserBalances: view(showUserBalance, { body: userBalanceBody, ...timestampErrors }),
  transferAppBalance: view(transferAppBalance, { body: appTransferBody, ...timestampErrors }),
  listAppEarnEvents: forKind(app, view(listAppEvents, timestampErrors)),
  listParticipations: forKind(app, view(listParticipations, timestampErrors)),
  getParticipationPoints: forKind(app, view(showPointsOf, timestampErrors)),
  addParticipation: forKind(app, ok(participate, timestampErrors)),
  cancelParticipation: forKind(app, ok(cancelParticipation, timestampErrors)),
  findParticipation: forKind(app, view(findParticipation, timestampErrors)),
  getEarnEvent: forKind(
    earnEvent,
    view((context) => earnEvent.show(requireEvent(context), context)),
  ),
  getClaimInformation: forKind(earnEvent, view(showClaim)),
  requestClaim: forKind(earnEvent, ok(requestClaim)),
  getClaimStatus: forKind(earnEvent, view(showClaimStatus)),
  getMyParticipation: forKind(earnEvent, view(showOwnPoints)),
  listEarnEvents: list(earnEvent),
} as const satisfies Readonly<Record<string, Handler>>;

export const handlers = {
  ...baseHandlers,
  connectAppV1: baseHandlers.connectApp,
  checkAppConnectionV1: baseHandlers.checkAppConnection,
  disconnectAppV1: baseHandlers.disconnectApp,
};

// The handlers of third-party apps and earn events of the user service. Loaded on the first of these calls.

import { forKind, type Handler, list, ok, view } from '../../../core/index.js';
import { requestClaim, showClaim, showClaimStatus } from '../../../domains/partners/claims.js';
import * as appBalances from '../../../domains/partners/connections.js';
import { checkConnect, connect, disconnect, listApps, showConnection } from '../../../domains/partners/connections.js';
import { app, earnEvent, listAppEvents, timestampErrors } from '../../../domains/partners/earn-events.js';
import * as participation from '../../../domains/partners/participate.js';
import { requireEvent } from '../../../domains/partners/participations.js';

export const handlers = {
  listPublicApps: view(listApps),
  listApps: forKind(app, view(listApps)),
  getAppBalanceV1: forKind(app, view(appBalances.showAppBalance, timestampErrors)),
  getAppBalance: forKind(app, view(appBalances.showOwnBalance)),
  getAppConnection: forKind(app, view(showConnection, timestampErrors)),
  connectApp: forKind(app, ok(connect)),
  checkAppConnection: forKind(app, view(checkConnect)),
  disconnectApp: forKind(app, ok(disconnect)),
  getAppBalances: view(appBalances.showAppBalance, { body: appBalances.appBalanceBody, ...timestampErrors }),
  getAppUserBalances: appBalances.showUserBalance,
  transferAppBalance: appBalances.transferAppBalance,
  listAppEarnEvents: forKind(app, view(listAppEvents, timestampErrors)),
  listParticipations: forKind(app, view(participation.listParticipations, timestampErrors)),
  getParticipationPoints: forKind(app, view(participation.showPointsOf, timestampErrors)),
  addParticipation: forKind(app, ok(participation.participate, timestampErrors)),
  cancelParticipation: forKind(app, ok(participation.cancelParticipation, timestampErrors)),
  findParticipation: forKind(app, view(participation.findParticipation, timestampErrors)),
  getEarnEvent: forKind(
    earnEvent,
    view((context) => earnEvent.show(requireEvent(context), context)),
  ),
  getClaimInformation: forKind(earnEvent, view(showClaim)),
  requestClaim: forKind(earnEvent, ok(requestClaim)),
  getClaimStatus: forKind(earnEvent, view(showClaimStatus)),
  getMyParticipation: forKind(earnEvent, view(participation.showOwnPoints)),
  listEarnEvents: list(earnEvent),
} as const satisfies Readonly<Record<string, Handler>>;

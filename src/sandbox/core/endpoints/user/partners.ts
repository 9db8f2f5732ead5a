// Third-party apps and earn events of the user service, answered. Loaded when one of these calls is asked.
import {
  appTransfer,
  ofAppBalance,
  ofUserBalance,
  showAppBalance,
  showOwnBalance,
  showUserBalance,
  transferAppBalance,
} from '../../../domains/partners/app-balances.js';
import { app } from '../../../domains/partners/apps.js';
import { requestClaim, showClaim, showClaimStatus } from '../../../domains/partners/claims.js';
import { checkConnect, connect, disconnect, listApps, showConnection } from '../../../domains/partners/connections.js';
import { earnEvent, listOfApp } from '../../../domains/partners/earn-events.js';
import {
  cancelParticipation,
  findParticipation,
  listParticipations,
  participate,
  showOwnPoints,
  showPointsOf,
} from '../../../domains/partners/participate.js';
import { theEvent } from '../../../domains/partners/participations.js';
import { ack, type Line, list, view } from '../../handlers.js';
import type { Kind } from '../../rows.js';

/** A line whose path names a row of a kind that it looks up by itself. */
const of = <Body>(kind: Kind<Body>, line: Line): Line => ({ ...line, kind: kind as Kind<never> });
/** Server-to-server calls without a time have an error of their own (CONTRACT.md 1.4). */
const timed = { lacking: { timestamp: [401, 'EMPTY_TIMESTAMP', 'timestamp is empty!'] } } as const;
const own = {
  listPublicApps: view(listApps),
  listApps: of(app, view(listApps)),
  getAppBalanceV1: of(app, view(showAppBalance, timed)),
  getAppBalance: of(app, view(showOwnBalance)),
  getAppConnection: of(app, view(showConnection, timed)),
  connectApp: of(app, ack(connect)),
  checkAppConnection: of(app, view(checkConnect)),
  disconnectApp: of(app, ack(disconnect)),
  getAppBalances: view(showAppBalance, { body: ofAppBalance, ...timed }),
  getAppUserBalances: view(showUserBalance, { body: ofUserBalance, ...timed }),
  transferAppBalance: view(transferAppBalance, { body: appTransfer, ...timed }),
  listAppEarnEvents: of(app, view(listOfApp, timed)),
  listParticipations: of(app, view(listParticipations, timed)),
  getParticipationPoints: of(app, view(showPointsOf, timed)),
  addParticipation: of(app, ack(participate, timed)),
  cancelParticipation: of(app, ack(cancelParticipation, timed)),
  findParticipation: of(app, view(findParticipation, timed)),
  getEarnEvent: of(
    earnEvent,
    view((world) => earnEvent.show(theEvent(world), world)),
  ),
  getClaimInformation: of(earnEvent, view(showClaim)),
  requestClaim: of(earnEvent, ack(requestClaim)),
  getClaimStatus: of(earnEvent, view(showClaimStatus)),
  getMyParticipation: of(earnEvent, view(showOwnPoints)),
  listEarnEvents: list(earnEvent),
} as const satisfies Readonly<Record<string, Line>>;

export const lines = {
  ...own,
  connectAppV1: own.connectApp,
  checkAppConnectionV1: own.checkAppConnection,
  disconnectAppV1: own.disconnectApp,
};

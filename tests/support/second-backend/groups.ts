// The routes of the nine groups of the second back end: one task each, in shapes of CONTRACT.md or, where it has none, invented ones.
import { assetRoutes } from './assets.js';
import { chainRoutes } from './chain.js';
import { depinRoutes } from './depin.js';
import type { Routes } from './http.js';
import { pointRoutes } from './points.js';
import { rideRoutes } from './ride.js';
import type { Sessions } from './sessions.js';
import { smallRoutes } from './small.js';
import { storeRoutes } from './store.js';

/** The routes of every group. A state machine advances by one status at each read. */
export const groupRoutes = (sessions: Sessions): Routes => ({
  ...assetRoutes(sessions),
  ...rideRoutes(sessions),
  ...chainRoutes(sessions),
  ...pointRoutes(sessions),
  ...storeRoutes(sessions),
  ...depinRoutes(sessions),
  ...smallRoutes(sessions),
});

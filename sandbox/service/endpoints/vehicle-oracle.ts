// The handlers of the vehicle network.

import { health } from '../../core/health.js';
import { defineHandlers, get, view } from '../../core/index.js';
import * as chargers from '../../domains/depin/chargers.js';
import { listSwaps, swapBattery } from '../../domains/depin/chargers.js';
import * as rides from '../../domains/depin/network-rides.js';
import * as vehicles from '../../domains/depin/network-vehicle.js';
import { listNotices } from '../../domains/depin/notice.js';
import * as signature from '../../domains/depin/server-signature.js';
import { station } from '../../domains/depin/station.js';
import { subscribe, updateSubscription } from '../../domains/depin/subscription.js';
import * as token from '../../domains/depin/vehicle-token.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/vehicle-oracle.js')>({
  countTransactions: token.countTransactions,
  getTokenMetadata: view(token.showMetadata),
  getSale: view(token.showSale),
  getToken: view(token.showToken),
  getTokenByNftNo: view(token.showTokenByNftNo),
  listChargers: chargers.listChargers,
  countChargers: chargers.countChargers,
  getBatteryDash: view(chargers.showBatteryDash),
  listBatteries: chargers.listBatteries,
  listStations: chargers.listStations,
  getStation: get(station, chargers.showStation),
  listBatterySwaps: listSwaps,
  listRidesV1: rides.listRidesV1,
  getHeatMap: rides.showHeatMap,
  listRides: rides.listRides,
  listVehicleUpdates: vehicles.listUpdates,
  getVehicle: view(vehicles.showVehicle),
  getVehicleDash: vehicles.showVehicleDash,
  listNotices,
  registerVehicle: vehicles.registerVehicle,
  swapBattery,
  subscribe,
  updateSubscription,
  getHmacTest: signature.signTest,
  postHmacTest: signature.checkTest,
  testSentry: view(() => ({
    note: 'This call reports an error to Sentry. The sandbox returns one with X-Sandbox-Fault: status=500.',
  })),
  ...health,
});

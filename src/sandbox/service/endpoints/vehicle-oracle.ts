// The handlers of the vehicle network.

import { defineHandlers, get, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import * as chargers from '../../domains/depin/chargers.js';
import { batterySwapBody, batterySwapQuery, listSwaps, swapBattery } from '../../domains/depin/chargers.js';
import * as rides from '../../domains/depin/network-rides.js';
import * as vehicles from '../../domains/depin/network-vehicle.js';
import { listNotices, noticeQuery } from '../../domains/depin/notice.js';
import * as signature from '../../domains/depin/server-signature.js';
import { station } from '../../domains/depin/station.js';
import { subscribe, subscribeBody, updateBody, updateSubscription } from '../../domains/depin/subscription.js';
import { timeRangeQuery } from '../../domains/depin/turn-schedule.js';
import * as token from '../../domains/depin/vehicle-token.js';

export default defineHandlers<typeof import('../../../services/catalogue/vehicle-oracle.js')>({
  countTransactions: view(token.countTransactions, { query: timeRangeQuery }),
  getTokenMetadata: view(token.showMetadata),
  getSale: view(token.showSale),
  getToken: view(token.showToken),
  getTokenByNftNo: view(token.showTokenByNftNo),
  listChargers: view(chargers.listChargers, { query: chargers.chargerQuery }),
  countChargers: view(chargers.countChargers, { query: chargers.chargerQuery }),
  getBatteryDash: view(chargers.showBatteryDash),
  listBatteries: view(chargers.listBatteries, { query: chargers.batteryQuery }),
  listStations: view(chargers.listStations, { query: chargers.stationQuery }),
  getStation: get(station, chargers.showStation),
  listBatterySwaps: view(listSwaps, { query: batterySwapQuery }),
  listRidesV1: view(rides.listRidesV1, { query: rides.rideQuery }),
  getHeatMap: view(rides.showHeatMap, { query: rides.heatQuery }),
  listRides: view(rides.listRides, { query: rides.rideQuery }),
  listVehicleUpdates: view(vehicles.listUpdates, { query: vehicles.updatesQuery }),
  getVehicle: view(vehicles.showVehicle),
  getVehicleDash: view(vehicles.showVehicleDash, { query: vehicles.vehicleDashQuery }),
  listNotices: view(listNotices, { query: noticeQuery }),
  registerVehicle: view(vehicles.registerVehicle, { body: vehicles.vehicleBody }),
  swapBattery: view(swapBattery, { body: batterySwapBody }),
  subscribe: view(subscribe, { body: subscribeBody }),
  updateSubscription: view(updateSubscription, { body: updateBody }),
  getHmacTest: view(signature.signTest, { query: signature.signQuery }),
  postHmacTest: view(signature.checkTest, { body: signature.checkBody, missingErrors: signature.missingTimestamp }),
  testSentry: view(() => ({
    note: 'This call reports an error to Sentry. The sandbox returns one with X-Sandbox-Fault: status=500.',
  })),
  ...health,
});

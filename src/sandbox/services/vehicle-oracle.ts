// The vehicle network, answered.
import { answers, plain, view } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/vehicle-oracle.js')>({
  countTransactions: plain(),
  getTokenMetadata: plain(),
  getSale: plain(),
  getToken: plain(),
  getTokenByNftNo: plain(),
  listChargers: plain(),
  countChargers: plain(),
  getBatteryDash: plain(),
  listBatteries: plain(),
  listStations: plain(),
  getStation: plain(),
  listBatterySwaps: plain(),
  listRidesV1: plain(),
  getHeatMap: plain(),
  listRides: plain(),
  listVehicleUpdates: plain(),
  getVehicle: plain(),
  getVehicleDash: plain(),
  listNotices: plain(),
  registerVehicle: plain(),
  swapBattery: plain(),
  subscribe: plain(),
  updateSubscription: plain(),
  getHmacTest: plain(),
  postHmacTest: plain(),
  testSentry: view(() => ({ note: 'An error would be reported from here; ask for one with X-Sandbox-Fault: status=500.' })),
  ...vitals,
});

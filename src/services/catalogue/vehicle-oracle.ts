// Vehicle network: chargers, swap stations, vehicles, rides, vehicle tokens. Nothing of its payloads is public.
import { open, service, verbs, vitals } from './define.js';
import { Network } from './words.js';

const { get, post } = verbs();

export default service({
  name: 'vehicle-oracle',
  auth: 'signed-in',
  path: { network: Network },
  // biome-ignore format: one call a line
  calls: {
    countTransactions: get('/chain-metrics/tx-count/{network}/{contractAddress}', { is: 'Count the transactions of a contract', auth: 'public', query: open }),
    getTokenMetadata: get('/metadata/{tokenId}', { is: 'Show the metadata of a vehicle token', auth: 'public' }),
    getSale: get('/sale/{saleId}', { is: 'Show one sale of a vehicle token', auth: 'public' }),
    getToken: get('/token/{tokenId}', { is: 'Show one vehicle token', auth: 'public' }),
    getTokenByNftNo: get('/tokenByNftNo/{nftNo}', { is: 'Show the vehicle token of a number', auth: 'public' }),
    listChargers: get('/v1/depin/battery/chargers', { is: 'List the battery chargers' }),
    countChargers: get('/v1/depin/battery/chargers/counts', { is: 'Count the battery chargers by status' }),
    getBatteryDash: get('/v1/depin/battery/dash', { is: 'Show the batteries in numbers' }),
    listBatteries: get('/v1/depin/battery/inventory', { is: 'List the batteries' }),
    listStations: get('/v1/depin/battery/stations', { is: 'List the swap stations' }),
    getStation: get('/v1/depin/battery/stations/{id}', { is: 'Show one swap station' }),
    listBatterySwaps: get('/v1/depin/battery/swap', { is: 'List the battery swaps' }),
    listRidesV1: get('/v1/depin/rides', { is: 'List the rides of the network, version 1', auth: 'public', query: open }),
    getHeatMap: get('/v1/depin/rides/heatmap', { is: 'Show where rides start and end', auth: 'public', query: open }),
    listRides: get('/v2/depin/rides', { is: 'List the rides of the network', auth: 'public', query: open }),
    listVehicleUpdates: get('/v2/depin/vehicle-updates', { is: 'List the latest updates of the vehicles', auth: 'public', query: open }),
    getVehicle: get('/v1/depin/vehicles/{num}', { is: 'Show one vehicle of the network' }),
    getVehicleDash: get('/v1/depin/vehicles/dash', { is: 'Show the vehicles of the network in numbers', query: open }),
    listNotices: get('/v1/rwa-notice', { is: 'List the notices', query: open }),
    registerVehicle: post('/vehicle', { is: 'Register a vehicle', body: open, effect: 'service' }),
    swapBattery: post('/vehicle/battery/swap', { is: 'Record a battery swap', body: open, effect: 'service' }),
    subscribe: post('/vehicle/subscription', { is: 'Start a subscription for a vehicle', body: open, effect: 'money' }),
    updateSubscription: post('/vehicle/subscription/update', { is: 'Change a subscription for a vehicle', body: open, effect: 'money' }),
    getHmacTest: get('/vehicle-test/s2s-hmac', { is: 'Test a server-to-server signature by GET', auth: 'public' }),
    postHmacTest: post('/vehicle-test/s2s-hmac', { is: 'Test a server-to-server signature by POST', auth: 'public', body: open, effect: 'none' }),
    testSentry: get('/vehicle-test/sentry', { is: 'Raise a test error', auth: 'public', skip: 'By its name, an error is its purpose' }),
    ...vitals,
  },
});

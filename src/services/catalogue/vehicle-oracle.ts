// Vehicle network: chargers, swap stations, vehicles, rides, vehicle tokens. Nothing of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';
import { Network } from './words.js';

const { get, post } = verbs();

export default service({
  name: 'vehicle-oracle',
  auth: 'signed-in',
  path: { network: Network },
  // biome-ignore format: one call a line
  calls: {
    countTransactions: get('/chain-metrics/tx-count/{network}/{contractAddress}', { summary: 'Count the transactions of a contract', auth: 'public', query: open, mayList: true }),
    getTokenMetadata: get('/metadata/{tokenId}', { summary: 'Show the metadata of a vehicle token', auth: 'public' }),
    getSale: get('/sale/{saleId}', { summary: 'Show one sale of a vehicle token', auth: 'public' }),
    getToken: get('/token/{tokenId}', { summary: 'Show one vehicle token', auth: 'public' }),
    getTokenByNftNo: get('/tokenByNftNo/{nftNo}', { summary: 'Show the vehicle token of a number', auth: 'public' }),
    listChargers: get('/v1/depin/battery/chargers', { summary: 'List the battery chargers' }),
    countChargers: get('/v1/depin/battery/chargers/counts', { summary: 'Count the battery chargers by status', mayList: true }),
    getBatteryDash: get('/v1/depin/battery/dash', { summary: 'Show statistics of the batteries' }),
    listBatteries: get('/v1/depin/battery/inventory', { summary: 'List the batteries' }),
    listStations: get('/v1/depin/battery/stations', { summary: 'List the swap stations' }),
    getStation: get('/v1/depin/battery/stations/{id}', { summary: 'Show one swap station' }),
    listBatterySwaps: get('/v1/depin/battery/swap', { summary: 'List the battery swaps' }),
    listRidesV1: get('/v1/depin/rides', { summary: 'List the rides of the network, version 1', auth: 'public', query: open }),
    getHeatMap: get('/v1/depin/rides/heatmap', { summary: 'Show the heat map of ride starts and ends', auth: 'public', query: open, mayList: true }),
    listRides: get('/v2/depin/rides', { summary: 'List the rides of the network', auth: 'public', query: open }),
    listVehicleUpdates: get('/v2/depin/vehicle-updates', { summary: 'List the latest updates of the vehicles', auth: 'public', query: open }),
    getVehicle: get('/v1/depin/vehicles/{num}', { summary: 'Show one vehicle of the network' }),
    getVehicleDash: get('/v1/depin/vehicles/dash', { summary: 'Show statistics of the vehicles of the network', query: open }),
    listNotices: get('/v1/rwa-notice', { summary: 'List the notices', query: open }),
    registerVehicle: post('/vehicle', { summary: 'Register a vehicle', body: open, effect: 'service' }),
    swapBattery: post('/vehicle/battery/swap', { summary: 'Record a battery swap', body: open, effect: 'service' }),
    subscribe: post('/vehicle/subscription', { summary: 'Start a subscription for a vehicle', body: open, effect: 'money' }),
    updateSubscription: post('/vehicle/subscription/update', { summary: 'Change a subscription for a vehicle', body: open, effect: 'money' }),
    getHmacTest: get('/vehicle-test/s2s-hmac', { summary: 'Test a server-to-server signature by GET', auth: 'public' }),
    postHmacTest: post('/vehicle-test/s2s-hmac', { summary: 'Test a server-to-server signature by POST', auth: 'public', body: open, effect: 'none' }),
    testSentry: get('/vehicle-test/sentry', { summary: 'Raise a test error', auth: 'public', skip: 'By its name, an error is its purpose' }),
    ...healthCalls,
  },
});

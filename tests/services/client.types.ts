// Type tests of the typed client: what compiles and what does not. Checked by tsc; never run.
import { service as define, text, verbs, word } from '../../src/services/catalogue/define.js';
import rideHailing from '../../src/services/catalogue/ride-hailing.js';
import user from '../../src/services/catalogue/user.js';
import wallet from '../../src/services/catalogue/wallet.js';
import { client, sendWith } from '../../src/services/client.js';
import type { RequestContext } from '../../src/services/http/send.js';

declare const reach: RequestContext;
const rides = client(rideHailing, sendWith(reach));
const users = client(user, sendWith(reach));
const wallets = client(wallet, sendWith(reach));

await rides.getRequest({ id: 'x' });
await rides.listRegionCurrencies({ region: 'KH' });
await rides.listCurrencies();
await rides.searchPlaces({ query: { q: 'Market' } });
await rides.searchRides({ body: { anything: 1 } });
const who = await users.getCurrent();
const email: string | null = who.data.user.email;
const message: string = (await users.requestWeb3Message({ walletAddress: '0x' })).data.msg;
await users.getBalanceV2({ address: '0x', network: 'BSC' });
const spender: string = (await wallets.getSpenderV2({ network: 'BSC' })).data.address;

export { email, message, spender };

// @ts-expect-error an unknown call
await rides.getRequests({ id: 'x' });
// @ts-expect-error a missing path value
await rides.getRequest({});
// @ts-expect-error no arguments for a required path value
await rides.getRequest();
// @ts-expect-error a wrong word in a path
await rides.listRegionCurrencies({ region: 'MARS' });
// @ts-expect-error a needed query field is missing
await users.getBalanceV2({ address: '0x' });
// @ts-expect-error a wrong word in a query
await users.getBalanceV2({ address: '0x', network: 'DOGE' });
// @ts-expect-error a needed body field is missing
await users.requestWeb3Message({});
// @ts-expect-error a field that the call does not have
await users.requestWeb3Message({ walletAddress: '0x', colour: 'red' });
// @ts-expect-error a field of a response that is not known to be a number
const wrong: number = (await wallets.getSpenderV2({ network: 'BSC' })).data.address;

export { wrong };

const { get, post } = verbs<typeof import('../../src/services/catalogue/wallet.shapes.js')>();
// @ts-expect-error a call other than GET must state its effect
post('/x', { summary: 'Do' });
// @ts-expect-error a shape that does not exist
get('/x', { summary: 'Show', response: 'Nothing' });
// @ts-expect-error a key that no line has
get('/x', { is: 'Show', colour: 'red' });
// @ts-expect-error a GET has no body
get('/x', { is: 'Show', body: { a: text() } });
// @ts-expect-error a path begins with a slash
get('x', { is: 'Show' });
// @ts-expect-error an effect that does not exist
post('/x', { summary: 'Do', effect: 'magic' });
// @ts-expect-error an auth that does not exist
define({ name: 'x', auth: 'maybe', calls: {} });
// @ts-expect-error words are a list
word('A');

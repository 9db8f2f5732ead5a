// Type tests of calls and of the catalogue: what compiles and what does not. Checked by tsc; never run.
import type { Context } from '../../src/cli/command/command.js';
import { sendNow } from '../../src/engine/request/call.js';
import { service as define, text, verbs, word } from '../../src/services/catalogue/define.js';

declare const context: Context;
await sendNow(context, 'ride-hailing', 'getRequest', { id: 'x' });
await sendNow(context, 'ride-hailing', 'listRegionCurrencies', { region: 'KH' });
await sendNow(context, 'ride-hailing', 'listCurrencies');
await sendNow(context, 'ride-hailing', 'searchPlaces', { query: { q: 'Market' } });
await sendNow(context, 'ride-hailing', 'searchRides', { body: { anything: 1 } });
const who = await sendNow(context, 'user', 'getCurrent');
const email: string | null = who.data.user.email;
const message: string = (await sendNow(context, 'user', 'requestWeb3Message', { walletAddress: '0x' })).data.msg;
await sendNow(context, 'user', 'getBalanceV2', { address: '0x', network: 'BSC' });
const spender: string = (await sendNow(context, 'wallet', 'getSpenderV2', { network: 'BSC' })).data.address;

export { email, message, spender };

// @ts-expect-error an unknown call
await sendNow(context, 'ride-hailing', 'getRequests', { id: 'x' });
// @ts-expect-error a missing path value
await sendNow(context, 'ride-hailing', 'getRequest', {});
// @ts-expect-error a wrong word in a path
await sendNow(context, 'ride-hailing', 'listRegionCurrencies', { region: 'MARS' });
// @ts-expect-error a needed query field is missing
await sendNow(context, 'user', 'getBalanceV2', { address: '0x' });
// @ts-expect-error a wrong word in a query
await sendNow(context, 'user', 'getBalanceV2', { address: '0x', network: 'DOGE' });
// @ts-expect-error a needed body field is missing
await sendNow(context, 'user', 'requestWeb3Message', {});
// @ts-expect-error a field that the call does not have
await sendNow(context, 'user', 'requestWeb3Message', { walletAddress: '0x', colour: 'red' });
// @ts-expect-error a field of a response that is not known to be a number
const wrong: number = (await sendNow(context, 'wallet', 'getSpenderV2', { network: 'BSC' })).data.address;

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

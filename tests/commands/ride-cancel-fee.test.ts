// The fee of a late cancellation: grouped, in the currency that the response or the ride states, and in no other.
import { expect, test } from 'vitest';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

test.each([
  ['of the ride', { isFreeCancel: false, feeAmount: '2109' }, { currency: 'KHR' }, 'Cancelling now costs 2,109 KHR.'],
  [
    'of the response',
    { isFreeCancel: false, feeAmount: 2109.5, currency: 'USD' },
    { currency: 'KHR' },
    'Cancelling now costs 2,109.5 USD.',
  ],
  ['of neither', { isFreeCancel: false, feeAmount: '2109' }, {}, 'Cancelling now costs 2,109 (its currency is not stated).'],
  ['of a ride that cannot be read', { isFreeCancel: false, feeAmount: '2109' }, undefined, '2,109 (its currency is not stated).'],
  ['no amount', { isFreeCancel: false }, { currency: 'KHR' }, 'Cancelling now costs a fee.'],
  ['no fee', { isFreeCancel: true, feeAmount: '0' }, { currency: 'KHR' }, 'Cancelling now is free.'],
])('the currency %s', async (_, fee, ride, wanted) => {
  const server = await scripted((socket, request) => {
    const body = request.path.includes('cancel-status') ? fee : request.method === 'GET' ? ride : { isFreeCancel: false };
    return respond(body === undefined ? 404 : 200, JSON.stringify(body ?? { message: 'none' }))(socket, request);
  });
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  const { stderr } = await newUser(home).run('ride cancel ride-1 -p staged --yes');
  expect(stderr).toContain(wanted);
});

// The fee of a late cancellation: grouped, and in no currency but that of the response or the ride.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test.each([
  ['of the ride', { feeAmount: '2109' }, { currency: 'KHR' }, 'Cancelling now costs 2,109 KHR.'],
  ['of the response', { feeAmount: 2109.5, currency: 'USD' }, { currency: 'KHR' }, 'Cancelling now costs 2,109.5 USD.'],
  ['of neither', { feeAmount: '2109' }, {}, 'Cancelling now costs 2,109 (its currency is not stated).'],
  ['of a ride that cannot be read', { feeAmount: '2109' }, undefined, '2,109 (its currency is not stated).'],
  ['no amount', {}, { currency: 'KHR' }, 'Cancelling now costs a fee.'],
  ['no fee', { isFreeCancel: true, feeAmount: '0' }, { currency: 'KHR' }, 'Cancelling now is free.'],
])('the currency %s', async (_, fee, ride, wanted) => {
  const { run } = await stubUser((socket, request) => {
    const isOfFee = request.path.includes('cancel-status') || request.method !== 'GET';
    const body = isOfFee ? { isFreeCancel: false, ...fee } : ride;
    (body ? respondJson(body) : respondJson({ message: 'none' }, 404))(socket, request);
  });
  expect((await run('ride cancel ride-1 --yes')).stderr).toContain(wanted);
});

test.each([
  ['this ride', 'ride-1', exit.refused, 0],
  ['another ride', 'ride-2', exit.ok, 1],
])('a cancellation that the service excludes is not sent: the active ride is %s', async (_, active, code, sent) => {
  const { run, server } = await stubUser((socket, request) => {
    const body = request.path.includes('cancel-status')
      ? { cancellable: false, isFreeCancel: false, feeAmount: '6959' }
      : { id: active, status: 'INUSE', isFreeCancel: true };
    respondJson(body)(socket, request);
  });
  const result = await run('ride cancel ride-1 --yes');
  expect([result.code, server.requests.filter(({ method }) => method === 'POST').length]).toEqual([code, sent]);
  expect(result.stderr.includes('cannot be cancelled now; nothing was sent')).toBe(sent === 0);
});

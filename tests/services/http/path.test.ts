// Path values stay one segment: they cannot escape the path or name a sibling route.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import rideHailing from '../../../src/services/catalogue/ride-hailing.js';
import user from '../../../src/services/catalogue/user.js';
import { BadInput } from '../../../src/services/http/errors.js';
import { checkPath, fillPath, router } from '../../../src/services/http/path.js';
import { property } from '../../support/runs.js';

const routes = router(rideHailing.calls);
const { getRequest, listRegionCurrencies } = rideHailing.calls;
const userRoutes = router(user.calls);

test('any value either fills one segment that decodes to the same value, or is refused', () => {
  property(500, fc.string({ unit: 'binary', maxLength: 30 }), (value) => {
    let path: string;
    try {
      path = fillPath(getRequest, { id: value }, routes);
    } catch (error) {
      expect(error).toBeInstanceOf(BadInput);
      return;
    }
    expect(new URL(`http://host${path}`).pathname).toBe(path);
    expect(path.split('/')).toHaveLength(5);
    expect(routes.match('GET', path)).toEqual({ call: getRequest, values: { id: value } });
  });
});

test.each(['', '..', 'a/b', 'a\\b', '%2E', 'x%2fy', 'a\nb', '\u007f', '\ud800'])('refuses %j', (value) => {
  expect(() => fillPath(getRequest, { id: value }, routes)).toThrow(BadInput);
});

test.each([
  [getRequest, 'active'],
  [getRequest, 'ACTIVE'],
  [rideHailing.calls.getPlace, 'search'],
])('refuses a value that names a sibling route', (call, id) => {
  expect(() => fillPath(call, { id }, routes)).toThrow(/names another route/);
});

test('refuses a sibling route of another method, too', () => {
  expect(() => fillPath(user.calls.cancelWithdrawal, { id: 'active' }, userRoutes)).toThrow(/names another route/);
  expect(() => fillPath(user.calls.payGame, { id: 'democopter' }, userRoutes)).toThrow(/names another route/);
});

test('checks closed enums unless unknown values are allowed', () => {
  expect(() => fillPath(listRegionCurrencies, { region: 'MARS' }, routes)).toThrow(/one of SG, VN/);
  expect(() => fillPath(listRegionCurrencies, { region: 'kh' }, routes)).toThrow(
    expect.objectContaining({ hint: 'Did you mean KH?' }),
  );
  expect(fillPath(listRegionCurrencies, { region: 'MARS' }, routes, true)).toBe('/v1/currency/MARS');
});

test('names missing parameters', () => {
  expect(() => fillPath(getRequest, {}, routes)).toThrow('/v1/rides/request/{id} needs a value for id.');
});

test('literal segments take precedence, with backtracking out of dead ends', () => {
  expect(routes.match('GET', '/v1/rides/request/active')?.call.name).toBe('getActiveRequest');
  expect(routes.match('GET', '/v1/currency/KH/wallet-provider/TON_CONNECT')?.call.name).toBe('listProviderCurrencies');
  expect(routes.match('GET', '/v1/currency/KH/BSC')?.call.name).toBe('listNetworkCurrencies');
  expect(routes.match('POST', '/v1/rides/request/active')).toBeUndefined();
  expect(routes.match('GET', '/v1/rides/request/')).toBeUndefined();
  expect(userRoutes.match('GET', '/games/democopter')?.values).toEqual({ id: 'democopter' });
  expect(routes.methods('/v1/auth/login')).toEqual(['POST']);
  expect(routes.match('GET', '/v1/rides/request/%zz')?.values).toEqual({ id: '%zz' });
});

const paths = ['users', '//evil.example/x', '/a/../b', '/a/./b', '/%2e%2e/b', '/a b', '/a\n', '/ä', '/a#b', '/a\\b'];
test.each(paths)('refuses the typed path %j', (path) => expect(() => checkPath(path)).toThrow(BadInput));
test('accepts a typed path with its query', () => {
  expect(checkPath('/users/current?a=..&b=%20')).toBe('/users/current?a=..&b=%20');
});

test.each([
  '/v2/balance/mvp/transfer/',
  '/v2//balance/MVP/transfer',
  '/V2/balance/mvp/%74ransfer',
  '/v2/balance%2fmvp/transfer',
])('a server may interpret %s as a path of the catalogue', (path) => {
  expect(userRoutes.match('POST', path)).toBeUndefined();
  expect(userRoutes.matchLoosely('POST', path)?.name).toBe('transferPoints');
  expect(userRoutes.matchLoosely('GET', path)).toBeUndefined();
});

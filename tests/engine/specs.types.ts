// Type tests of command specs: what compiles and what does not. Checked by tsc; never run.
import { changeCommand } from '../../src/engine/change/change-command.js';
import { readBack } from '../../src/engine/read/read-back.js';
import { listCommand, showCommand } from '../../src/engine/read/read-command.js';
import { thing } from '../../src/things/thing.js';

const text = { name: 'x', summary: 'X', examples: ['tuk x'] } as const;

// A list with an assumed option name and unchecked columns, since its response is not public.
listCommand('musubi', {
  ...text,
  endpoint: 'listOfferings',
  options: [{ flags: '--status <status>', effects: 'plain', summary: 's' }],
  columns: [{ path: 'title' }],
});
// A value that fills a path value; several endpoints, with the switch that chooses between them.
showCommand('user', { ...text, values: '<id>', endpoint: 'getWithdrawal', columns: [{ path: 'request.amount' }] });
listCommand('musubi', {
  ...text,
  endpoints: [{ endpoint: 'listVehicles', requires: ['mine'] }, { endpoint: 'listPublicVehicles' }],
  options: [{ flags: '--mine', effects: 'plain', summary: 'own' }],
});
listCommand('user', { ...text, endpoints: [{ service: 'activity', endpoint: 'listMissions' }] });
// A column that the public shape does not have is declared as such.
showCommand('activity', {
  ...text,
  values: '<mission-group-id>',
  endpoint: 'getRank',
  columns: [{ path: 'rank' }, { path: 'score', assumed: true }],
});
changeCommand('user', {
  ...text,
  values: '<id>',
  endpoint: 'cancelWithdrawal',
  about: [{ endpoint: 'getWithdrawal', paramsFrom: { id: 'id' }, columns: [] }],
  alsoUses: { wallet: ['listNetworkTokens'] },
  readBack: readBack({ service: 'user', endpoint: 'listActiveWithdrawals', matchOn: 'request.id' }),
});
thing({
  name: 'withdrawal',
  ids: ['request.id'],
  reads: [{ call: 'user getWithdrawal' }],
  fields: [{ path: 'request.amount' }],
});

// @ts-expect-error a path that the public response does not have
thing({ name: 'withdrawal', ids: ['request.uid'], reads: [{ call: 'user getWithdrawal' }] });
// @ts-expect-error a field that the public response does not have
thing({ name: 'withdrawal', reads: [{ call: 'user getWithdrawal' }], fields: [{ path: 'request.amuont' }] });
// @ts-expect-error an unknown call
thing({ name: 'withdrawal', reads: [{ call: 'user getWithdrawl' }] });
// @ts-expect-error a call that moves no value
thing({ name: 'user', reads: [], operations: { 'user getUser': { name: 'x', kind: 'other', look: [] } } });
// @ts-expect-error an unknown endpoint
listCommand('musubi', { ...text, endpoint: 'listOfferigns' });
// @ts-expect-error an endpoint of another service
showCommand('sale', { ...text, endpoint: 'listOfferings' });
// @ts-expect-error an unknown service
listCommand('musbi', { ...text, endpoint: 'listOfferings' });
// @ts-expect-error an unknown endpoint among several
listCommand('wallet', { ...text, endpoints: [{ endpoint: 'listTokens' }, { endpoint: 'listTokenz' }] });
listCommand('musubi', {
  ...text,
  endpoint: 'listOfferings',
  // @ts-expect-error an option that fills no parameter
  options: [{ flags: '--statsu <status>', effects: 'plain', summary: 's' }],
});
listCommand('musubi', {
  ...text,
  endpoint: 'listOfferings',
  // @ts-expect-error an option that is put under a name that is not a parameter
  options: [{ flags: '--state <status>', effects: 'plain', summary: 's', param: 'statsu' }],
});
// @ts-expect-error a value that fills no parameter
showCommand('user', { ...text, values: '<uid>', endpoint: 'getWithdrawal' });
// @ts-expect-error a value whose effects are not declared
showCommand('user', { ...text, values: '<ident>', endpoint: 'getWithdrawal' });
// @ts-expect-error an option whose effects are not declared
listCommand('musubi', { ...text, endpoint: 'listOfferings', options: [{ flags: '--status <status>', summary: 's' }] });
// @ts-expect-error a column that the public shape does not have
showCommand('user', { ...text, values: '<id>', endpoint: 'getWithdrawal', columns: [{ path: 'request.amuont' }] });
changeCommand('user', {
  ...text,
  values: '<id>',
  endpoint: 'cancelWithdrawal',
  // @ts-expect-error an unknown endpoint in a read before a change
  about: [{ endpoint: 'getWithdrawl', columns: [] }],
});
changeCommand('user', {
  ...text,
  values: '<id>',
  endpoint: 'cancelWithdrawal',
  // @ts-expect-error a parameter that the read before a change does not have
  about: [{ endpoint: 'getWithdrawal', paramsFrom: { ident: 'id' }, columns: [] }],
});
// @ts-expect-error an unknown endpoint among those that its functions use
changeCommand('user', { ...text, values: '<id>', endpoint: 'cancelWithdrawal', alsoUses: { wallet: ['listTokenz'] } });
// @ts-expect-error an unknown endpoint to read a change back
readBack({ service: 'user', endpoint: 'listWithdrawalz', matchOn: 'id' });
// @ts-expect-error a thing without a call
thing({ name: 'order', reads: [{ params: () => ({}) }] });
// @ts-expect-error an unknown list of statuses
thing({ name: 'order', reads: [], status: { list: 'StoreOrdrStatus', at: ['status'] } });
// @ts-expect-error a key that no list has
listCommand('musubi', { ...text, endpoint: 'listOfferings', emtpy: ['None.', 'Look: tuk x'] });

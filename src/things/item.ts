// An item of the inventory of the store (platform 8.2).

import { anyId, anyText, byId, thing } from './thing.js';
import { assumedResponse, fieldsOf, toUser } from './transfer.js';

const itemName = fieldsOf('sale', 'getItem', { id: 'id' })('name');

export const item = thing({
  name: 'inventory item',
  natural: ['name', 'code'],
  group: 'Store',
  status: { list: 'StockStatus', at: ['status', 'stock.status'] },
  reads: [
    { call: 'sale getItem', params: byId, finds: anyId, namedBy: /^(inventory)?(Item|Stock)Id$/i },
    { call: 'sale listItems', of: 'user', finds: [...anyText, 'name'] },
  ],
  shownBy: 'store inventory show {id}',
  related: [
    { title: 'Its product', line: 'store product {productId}' },
    { title: 'Its order', line: 'store order show {orderId}' },
  ],
  actions: [['Give away', 'store inventory give {id}', { opens: 'form' }]],
  watch: { kind: 'stock', what: 'an item of the inventory', screen: 'Inventory' },
  operations: {
    'sale giveItem': {
      name: 'gift of an item',
      kind: 'other',
      facts: { to: toUser, thing: itemName, arrives: { what: itemName } },
      response: { ...assumedResponse, id: 'id', status: { at: 'status', list: 'StockStatus' } },
      recoveryCommands: ['store inventory show {id}', 'store inventory list'],
    },
  },
  fields: [
    { path: 'status', as: { status: 'StockStatus' } },
    { path: 'name' },
    { path: 'actionType', heading: 'action', room: 'yields' },
    { path: 'code' },
    { path: 'expiresAt', heading: 'expires', as: 'time' },
    { path: 'createdAt', heading: 'since', as: 'time' },
    { path: 'id' },
  ],
  receipt: [
    { path: 'name', heading: 'Item' },
    { path: 'status', as: { status: 'StockStatus' } },
    { path: 'expiresAt', heading: 'Expires', as: 'time' },
  ],
});

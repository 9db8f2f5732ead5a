// `tuk store`: products, orders and their payment, the inventory, what is sold by the user service, forms.
import type { Group } from '../../cli/command.js';
import { buy } from './buy.js';
import { forms } from './forms.js';
import { inventory } from './inventory.js';
import { orders } from './orders.js';
import { products } from './products.js';
import { submit } from './submit.js';

export const group: Group = { commands: [...products, buy, ...orders, ...inventory, ...forms, submit] };

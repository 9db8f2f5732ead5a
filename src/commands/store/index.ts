// Lists the commands of `tuk store`: products, orders, payments, the inventory, forms.
import type { Group } from '../../cli/command.js';
import { buy } from './buy.js';
import { forms } from './forms.js';
import { inventory } from './inventory.js';
import { orders } from './orders.js';
import { products } from './products.js';
import { submit } from './submit-form.js';

export const group: Group = { commands: [...products, buy, ...orders, ...inventory, ...forms, submit] };

// Letters to customer service: kept, never answered.
import { optional, text } from '../../../services/catalogue/define.js';
import { iso } from '../../core/clock.js';
import type { Draft, Kind } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';

interface Contact {
  readonly title: string;
  readonly message: string;
  readonly category: string | null;
  readonly receivedAt: string;
}
export const contact: Kind<Contact> = {
  name: 'contact',
  table: 'contact',
  noun: 'CONTACT',
  owned: true,
  show: ({ id, body: { receivedAt } }) => ({ id, receivedAt }),
};
export const contactBody = { title: text(), message: text(), category: optional(text()) };

export function receiveContact(world: World): Draft<Contact> {
  const { title, message, category = null } = world.body as { title: string; message: string; category?: string };
  return { owner: caller(world).userId, at: world.now, body: { title, message, category, receivedAt: iso(world.now) } };
}

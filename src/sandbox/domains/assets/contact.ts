// Stores messages to customer service.

import { optional, text } from '../../../services/catalogue/define.js';
import { callerId, type HandlerContext, iso } from '../../core/context.js';
import type { Draft, Kind } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/musubi.js';
import type { ResponseOf } from '../../core/state-machine.js';

interface Contact {
  readonly title: string;
  readonly message: string;
  readonly category: string | null;
  readonly receivedAt: string;
}
export const contact: Kind<Contact, ResponseOf<typeof shapes.Contact>> = {
  name: 'contact',
  table: 'contact',
  noun: 'CONTACT',
  owned: true,
  show: ({ id, body: { receivedAt } }) => ({ id, receivedAt }),
};
export const contactBody = { title: text(), message: text(), category: optional(text()) };

export function receiveContact(context: HandlerContext): Draft<Contact> {
  const { title, message, category = null } = context.body as { title: string; message: string; category?: string };
  return {
    owner: callerId(context),
    at: context.now,
    body: { title, message, category, receivedAt: iso(context.now) },
  };
}

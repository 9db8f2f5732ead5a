// Stores messages to customer service.

import { optional, text } from '../../../src/services/catalogue/define.js';
import { callerId, create, defineKind, iso, type Kind, type ResponseOf } from '../../core/index.js';
import type * as shapes from '../../core/shapes/musubi.js';

interface Contact {
  readonly title: string;
  readonly message: string;
  readonly category: string | null;
  readonly receivedAt: string;
}
const contact: Kind<Contact, ResponseOf<typeof shapes.Contact>> = defineKind({
  name: 'contact',
  owned: true,
  show: ({ id, body: { receivedAt } }) => ({ id, receivedAt }),
});
/** Stores a message. */
export const receiveContact = create(
  contact,
  (context) => {
    const body = { category: null, ...context.body, receivedAt: iso(context.now) };
    return { owner: callerId(context), body };
  },
  { body: { title: text(), message: text(), category: optional(text()) } },
);

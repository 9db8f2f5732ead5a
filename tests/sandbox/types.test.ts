// The compiler holds a service's answers against its catalogue.

import { expect, it } from 'vitest';
import { ack, answers, same } from '../../src/sandbox/core/handlers.js';
import { vitals } from '../../src/sandbox/core/health.js';

const said = () => ack(() => {});
type Notification = typeof import('../../src/services/catalogue/notification.js');

it('refuses a call that the catalogue does not have, and a missing one', () => {
  const full = answers<Notification>({ listNotifications: said(), deleteNotification: said(), ...vitals });
  expect([...full.keys()]).toEqual(['listNotifications', 'deleteNotification', 'getMetrics', 'getHealth']);
  // @ts-expect-error deleteNotification is missing
  answers<Notification>({ listNotifications: said(), ...vitals });
  // @ts-expect-error there is no such call
  answers<Notification>({ listNotifications: said(), deleteNotification: said(), readNotification: said(), ...vitals });
  // @ts-expect-error there is no such call to be answered alike
  const wrong = () => answers<Notification>({ listNotifications: said(), deleteNotification: same('readNotification'), ...vitals });
  expect(wrong).toThrow();
});

// Type tests: the compiler checks a service's handlers against its catalogue.
import { expect, it } from 'vitest';
import { aliasOf, defineHandlers, ok } from '../../core/handlers.js';
import { health } from '../../core/health.js';

const handler = () => ok(() => {});
type Notification = typeof import('../../../src/services/catalogue/notification.js');

it('a call that is not in the catalogue, and a missing one, do not compile', () => {
  const full = defineHandlers<Notification>({ listNotifications: handler(), deleteNotification: handler(), ...health });
  expect([...full.keys()]).toEqual(['listNotifications', 'deleteNotification', 'getMetrics', 'getHealth']);
  // @ts-expect-error deleteNotification is missing
  defineHandlers<Notification>({ listNotifications: handler(), ...health });
  defineHandlers<Notification>({
    listNotifications: handler(),
    deleteNotification: handler(),
    // @ts-expect-error there is no such call
    readNotification: handler(),
    ...health,
  });
  const wrong = () =>
    defineHandlers<Notification>({
      listNotifications: handler(),
      // @ts-expect-error there is no such call
      deleteNotification: aliasOf('readNotification'),
      ...health,
    });
  expect(wrong).toThrow();
});

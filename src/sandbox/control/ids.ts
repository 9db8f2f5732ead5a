// What the catalogue knows: ids to call everything with, the shapes of answers, and all of it as OpenAPI.
import { optional, text } from '../../services/catalogue/define.js';
import { Later } from '../core/reply.js';
import { personOf } from './people.js';
import { type Controls, control } from './subject.js';

const later = (make: () => Promise<unknown>) => new Later(make);

export const catalogued: Controls = {
  ids: control({
    takes: { user: optional(text()) },
    does: ({ running, reception, values }) => {
      const { id } = personOf(reception, (values.user as string | undefined) ?? 'mina');
      return later(async () => (await import('../core/path-ids.js')).idsOf(running, id));
    },
  }),
  shapes: control({
    takes: {},
    reads: true,
    does: () => later(async () => (await import('../core/shapes/all.js')).allShapes()),
  }),
  openapi: control({
    takes: {},
    reads: true,
    does: () => later(async () => (await import('../core/shapes/openapi.js')).openapi()),
  }),
  'openapi.json': control({
    takes: {},
    reads: true,
    does: () => later(async () => (await import('../core/shapes/openapi.js')).openapi()),
  }),
  'shapes/': control({
    takes: {},
    reads: true,
    does: ({ rest }) => {
      const [service = '', call = ''] = rest.split('/');
      return later(async () => (await import('../core/shapes/describe.js')).describeShape(service, call));
    },
  }),
};

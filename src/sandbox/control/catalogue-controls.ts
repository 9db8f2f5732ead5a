// Controls over the catalogue: a live id for every path parameter, the shapes of responses, and the OpenAPI document.

import { optional, text } from '../../services/catalogue/define.js';
import { AfterCommit } from '../core/handler-results.js';
import { openapi } from '../service/openapi.js';
import { pathParameterValues } from '../service/path-parameter-values.js';
import { type Controls, defineControl } from './control.js';
import { userNamed } from './session-controls.js';

const afterCommit = (make: () => Promise<unknown>) => new AfterCommit(make);

export const catalogueControls: Controls = {
  ids: defineControl({
    fields: { user: optional(text()) },
    handle: ({ runtime, context, values }) => {
      const { id } = userNamed(context, (values.user as string | undefined) ?? 'mina');
      return afterCommit(async () => pathParameterValues(runtime, id));
    },
  }),
  shapes: defineControl({
    fields: {},
    readOnly: true,
    handle: () => afterCommit(async () => (await import('../core/shapes/all.js')).allShapes()),
  }),
  openapi: defineControl({
    fields: {},
    readOnly: true,
    handle: () => afterCommit(async () => openapi()),
  }),
  'openapi.json': defineControl({
    fields: {},
    readOnly: true,
    handle: () => afterCommit(async () => openapi()),
  }),
  'shapes/': defineControl({
    fields: {},
    readOnly: true,
    handle: ({ subpath }) => {
      const [service = '', call = ''] = subpath.split('/');
      return afterCommit(async () => (await import('../core/shapes/describe.js')).describeShape(service, call));
    },
  }),
};

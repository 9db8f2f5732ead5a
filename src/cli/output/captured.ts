// A context that captures the response that a command prints, for a screen or for a list of several profiles.

import { BadInput } from '../../services/http/errors.js';
import { type Context, contextWith } from '../context.js';
import type { OutputOptions, Presentation } from './output.js';

/** Receives each JSON text that is printed, and how its command presents it. */
export type Capture = (json: string, presentation: Presentation) => void;

/** The same context for a command that only reads: what it prints is captured; it has no prompts and no log, and changes are refused. */
export function capturingContext(context: Context, capture: Capture, options: OutputOptions = context.out.options): Context {
  const { out } = context;
  const readOnly = { value: true, origin: 'a read' };
  return contextWith(context, {
    flags: { ...context.flags, json: true, noInput: true },
    settings: () => ({ ...context.settings(), readOnly }),
    log: () => {},
    out: {
      options,
      redact: out.redact,
      jsonErrors: out.jsonErrors,
      isMasked: (stream) => out.isMasked(stream),
      deferred: undefined,
      print: async (json, presentation = {}) => capture(json, presentation),
      printResponse: async ({ call, text }, presentation = {}) =>
        capture(call.as === 'text' ? JSON.stringify(text) : text, { persons: () => call.persons === true, ...presentation }),
      printPages: async () => false,
      printText: async (text) => capture(JSON.stringify(text), {}),
      printLines: async () => {},
      printBytes: () => Promise.reject(new BadInput('NOT_HERE', 'Binary data can be neither shown on a screen nor put in a list.')),
      render: (json, presentation) => out.render(json, presentation),
      writeError: () => {},
      log: () => {},
      deferFailure: (failure) => out.deferFailure(failure),
    },
  });
}

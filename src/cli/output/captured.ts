// A context that captures a command's response, for a screen or for a list of several profiles.

import { BadInput } from '../../services/http/errors.js';
import { type Context, contextWith } from '../command.js';
import type { OutputOptions, Presentation } from './output.js';

export type Capture = (json: string, presentation: Presentation) => void;

/** The context of a read-only command with captured output. It has no prompts and no log, and refuses changes. */
export function capturingContext(
  context: Context,
  capture: Capture,
  options: OutputOptions = context.out.options,
): Context {
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
        capture(call.as === 'text' ? JSON.stringify(text) : text, {
          persons: () => call.persons === true,
          ...presentation,
        }),
      printPages: async () => false,
      printText: async (text) => capture(JSON.stringify(text), {}),
      printLines: async () => {},
      printBytes: () =>
        Promise.reject(new BadInput('NOT_HERE', 'Binary data can be neither shown on a screen nor put in a list.')),
      render: (json, presentation) => out.render(json, presentation),
      writeLine: () => {},
      draw: () => {},
      writeCommand: () => {},
      log: () => {},
      deferFailure: (failure) => out.deferFailure(failure),
    },
  });
}

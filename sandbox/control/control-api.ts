// Handles the sandbox's own calls under `/_sandbox`. Each file of `control/` defines the controls of one subject.

import { jsonResponse, type SandboxRequest, type SandboxResponse } from '../core/http-messages.js';
import { AfterCommit, iso, refuse, worldTime } from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { parseFields } from '../core/validate-input.js';
import { catchUp } from '../service/dispatch.js';
import type { Controls } from './control.js';
import { faultControls } from './fault-controls.js';
import { scenarioControls, untilControls } from './scenario-controls.js';
import { sessionControls } from './session-controls.js';
import { catalogueControls, logControls, stateControls } from './state-controls.js';

const controls: Controls = {
  ...stateControls,
  ...untilControls,
  ...sessionControls,
  ...scenarioControls,
  ...faultControls,
  ...logControls,
  ...catalogueControls,
};

/** @throws {Refusal} */
export async function handleControl(runtime: SandboxRuntime, request: SandboxRequest): Promise<SandboxResponse> {
  if (request.method !== 'GET' && request.method !== 'POST')
    refuse(405, 'Control calls are GET or POST.', 'METHOD_NOT_ALLOWED');
  const name = request.path.slice('/_sandbox/'.length).replace(/\/$/, '');
  const [control, subpath] = findControl(name);
  if (request.method === 'GET' && !control.readOnly && !control.mayGet)
    // a link or a picture of a page sends a GET
    refuse(405, `${name} changes the sandbox: send it by POST.`, 'METHOD_NOT_ALLOWED');
  const where = request.bytes && request.bytes.length > 0 ? 'body' : 'query';
  const { values } = parseFields(control.fields, { ...Object.fromEntries(request.query), ...bodyOf(request) }, where);
  const { state, settings } = runtime;
  const preloaded = await control.preload?.(runtime, subpath);
  const result = await catchUp(runtime, control.readOnly !== true, (now, wall) => {
    const context = { state, seed: runtime.seed, now, wall, settings, client: { id: undefined, version: undefined } };
    return control.handle({ runtime, context, values, subpath, preloaded });
  });
  return jsonResponse(200, result instanceof AfterCommit ? await result.run() : await result, {
    'x-sandbox-now': iso(worldTime(state, settings.wall())),
  });
}

/** Finds a control by name, with the rest of the path if it takes one. */
function findControl(name: string): [Controls[string], string] {
  if (Object.hasOwn(controls, name)) return [controls[name]!, ''];
  const [first = '', ...rest] = name.split('/');
  const parent = Object.hasOwn(controls, `${first}/`) ? controls[`${first}/`] : undefined;
  if (parent) return [parent, rest.join('/')];
  const names = Object.keys(controls).map((control) => control.replace(/\/$/, '/...'));
  return refuse(
    404,
    `There is no control ${JSON.stringify(name.slice(0, 50))}: there are ${names.join(', ')}.`,
    'NOT_FOUND_ROUTE',
  );
}

function bodyOf(request: SandboxRequest): Readonly<Record<string, unknown>> {
  if (!request.bytes || request.bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(request.bytes).toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // refused below
  }
  return refuse(400, 'The body must be a JSON object.', 'INVALID_JSON');
}

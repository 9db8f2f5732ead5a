// The runtime of a sandbox: its state, settings and loaded services.
import type { ServiceName } from '../../src/services/catalogue/index.js';
import type { Router } from '../../src/services/http/path.js';
import type { Settings } from './context.js';
import type { Handlers } from './handlers.js';
import type { SandboxRequest, SandboxResponse } from './http-messages.js';
import type { RequestLog } from './request-log.js';
import type { State } from './state.js';

export interface SandboxRuntime {
  readonly state: State;
  readonly seed: number;
  readonly settings: Settings;
  readonly loadedServices: Map<ServiceName, Promise<LoadedService>>;
  readonly requestCounts: Map<string, number>;
  /** Only of a served sandbox. */
  readonly log?: RequestLog;
  /** A recording or a replay, in place of `dispatch`. */
  readonly interceptor?: (runtime: SandboxRuntime, request: SandboxRequest) => Promise<SandboxResponse>;
}

export interface LoadedService {
  readonly router: Router;
  readonly handlers: Handlers;
}

// The runtime of a sandbox: its state, its settings and the services that it has loaded.
import type { ServiceName } from '../../services/catalogue/index.js';
import type { Router } from '../../services/http/path.js';
import type { Settings } from './context.js';
import type { Handlers } from './handlers.js';
import type { SandboxRequest, SandboxResponse } from './http-messages.js';
import type { RequestLog } from './request-log.js';
import type { State } from './state.js';

/** A running sandbox. */
export interface SandboxRuntime {
  readonly state: State;
  readonly seed: number;
  readonly settings: Settings;
  readonly loadedServices: Map<ServiceName, Promise<LoadedService>>;
  readonly requestCounts: Map<string, number>;
  /** Set where the sandbox is served. */
  readonly log?: RequestLog;
  /** Called instead of `dispatch` by a recording or a replay. */
  readonly interceptor?: (runtime: SandboxRuntime, request: SandboxRequest) => Promise<SandboxResponse>;
}

export interface LoadedService {
  readonly router: Router;
  readonly handlers: Handlers;
}

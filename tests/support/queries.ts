// Events of the query cache for the reducers: a response, a failure, a command that does not exist.
import { expect } from 'vitest';
import { type ObservedQuery, type QueryResponse, queried, type ReadResult } from '../../src/ui/state/core/responses.js';
import type { ReadFailure } from '../../src/ui/state/core/screens.js';
import type { AppEffect, AppEvent } from '../../src/ui/state/core/state.js';
import { exit } from './exit.js';

/** A command that was run from the application has ended. */
export const commandEnded = (line: string, more: object = {}): AppEvent => ({
  ...{ what: 'command ended', line, code: exit.ok, head: { profile: 'x' }, signedIn: true },
  ...more,
});

let version = 0;

/** A response of a query. */
export const responded = (line: string, loaded: ReadResult): AppEvent => ({
  ...{ what: 'query', line, query: { fetching: false, loaded, version: ++version } },
});

/** A failure of a query, after the response with this version if it had one. */
export const failing = (line: string, failed: ReadFailure, retryIn = 30_000, before = 0): AppEvent => ({
  what: 'query',
  line,
  query: { fetching: false, version: before, failure: { ...failed, version: ++version, retryIn } },
});

/** A query whose request is in flight. */
export const requested = (line: string): AppEvent => ({ what: 'query', line, query: { fetching: true, version: 0 } });

/** The view of a response. */
export const viewOf = (loaded: ReadResult, now: number): QueryResponse =>
  queried({}, 'x', { fetching: false, loaded, version: 1 }, now).x!;

/** The effect that observes this query, among others. */
export const observes = (line: string, more: Partial<ObservedQuery> = {}): AppEffect =>
  expect.objectContaining({
    do: 'observe',
    queries: expect.arrayContaining([expect.objectContaining({ line, ...more })]),
  });

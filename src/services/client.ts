// The typed client of a service: its endpoints as methods, created on first use.
import type { Call, Field, Fields, Open, PathNames, Service } from './catalogue/define.js';
import { checkParams, toParams } from './http/params.js';
import { router } from './http/path.js';
import { buildRequest, type RequestContext, type Response, type SendOptions, sendRequest } from './http/send.js';
import type { HttpRequest } from './http/transport.js';

type ExtraQuery = { readonly query?: Readonly<Record<string, unknown>> };
type RequiredNames<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer _, true> ? Name : never }[keyof F];
type ValueOf<F> = F extends Field<infer Value, infer _> ? Value : never;
type KnownParams<F> = F extends Fields
  ? { readonly [Name in RequiredNames<F>]: ValueOf<F[Name]> } & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]> }
  : unknown;
type PathValue<Words, Name> = Name extends keyof Words ? (Words[Name] extends readonly (infer Word)[] ? Word : never) : string | number;
type Body<Line> = Line extends { body: Open } ? { readonly body?: unknown } : unknown;

/**
 * The parameters of an endpoint in one object: its path values and known fields, `query`, and `body` if its fields are
 * open.
 */
type ParamsOf<Line, Words> = Line extends { path: infer Path }
  ? { readonly [Name in PathNames<Path>]: PathValue<Words, Name> } & KnownParams<Line extends { query: infer Q } ? Q : unknown> &
      KnownParams<Line extends { body: infer B } ? B : unknown> &
      Body<Line> &
      ExtraQuery
  : never;
type DataOf<Line> = Line extends { data?: infer Data } ? Data : unknown;
type Method<Line, Words, Nothing> =
  Record<never, never> extends ParamsOf<Line, Words>
    ? (params?: ParamsOf<Line, Words>, options?: SendOptions) => Promise<Response<DataOf<Line>> | Nothing>
    : (params: ParamsOf<Line, Words>, options?: SendOptions) => Promise<Response<DataOf<Line>> | Nothing>;
/** A method whose parameters are not known at compile time. */
export type EndpointMethod<Nothing = never> = (
  params?: Readonly<Record<string, unknown>>,
  options?: SendOptions,
) => Promise<Response | Nothing>;

/** The endpoints of a service as methods: `client(musubi, sendWith(context)).getOffering({ id })`. */
export type Client<Calls, Words, Nothing = never> = { readonly [Name in keyof Calls]: Method<Calls[Name], Words, Nothing> };

/** Makes one call with the request that `build` returns; `Nothing` if a dry run is possible. */
export type Execute<Nothing = never> = (
  call: Call,
  build: (context: RequestContext) => Promise<HttpRequest>,
) => Promise<Response | Nothing>;
/** Sends each request directly. @throws {Failure} */
export const sendWith =
  (context: RequestContext): Execute =>
  async (call, build) =>
    sendRequest(call, await build(context), context);

/** Makes the client of a service. A method checks its parameters and makes the call. @throws {Failure} */
export function client<Calls, Words, Nothing = never>(
  service: Service<Calls, Words>,
  execute: Execute<Nothing>,
): Client<Calls, Words, Nothing> {
  const calls: Readonly<Record<string, Call>> = service.calls;
  const routes = router(calls);
  const methods = new Map<string, EndpointMethod<Nothing>>();
  return new Proxy({} as Client<Calls, Words, Nothing>, {
    get(_, name) {
      const call = typeof name === 'string' ? calls[name] : undefined;
      if (!call) return undefined;
      const method =
        methods.get(call.name) ??
        (async (flat: Readonly<Record<string, unknown>> = {}, options: SendOptions = {}) => {
          const params = toParams(call, flat);
          checkParams(call, params, options.allowUnknownWord);
          return execute(call, (context) => buildRequest(call, params, routes, context, options));
        });
      methods.set(call.name, method);
      return method;
    },
  });
}

// Typed methods for the calls of one service, made when they are first touched.
import type { Call, Field, Fields, Open, PathNames, Service } from './catalogue/define.js';
import { toParams } from './http/params.js';
import { router } from './http/path.js';
import { type RequestContext, type Response, type SendOptions, send } from './http/send.js';

type Loose = { readonly query?: Readonly<Record<string, unknown>> };
type Needed<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer _, true> ? Name : never }[keyof F];
type ValueOf<F> = F extends Field<infer Value, infer _> ? Value : never;
type Known<F> = F extends Fields
  ? { readonly [Name in Needed<F>]: ValueOf<F[Name]> } & { readonly [Name in Exclude<keyof F, Needed<F>>]?: ValueOf<F[Name]> }
  : unknown;
type PathValue<Words, Name> = Name extends keyof Words ? (Words[Name] extends readonly (infer Word)[] ? Word : never) : string | number;
type Body<Line> = Line extends { body: Open } ? { readonly body?: unknown } : unknown;

/** What a call is asked with: its path values and known fields side by side; `body` where its names are open, `query` always. */
type AskOf<Line, Words> = Line extends { path: infer Path }
  ? { readonly [Name in PathNames<Path>]: PathValue<Words, Name> } & Known<Line extends { query: infer Q } ? Q : unknown> &
      Known<Line extends { body: infer B } ? B : unknown> &
      Body<Line> &
      Loose
  : never;
type AnswerOf<Line> = Line extends { answer?: infer Data } ? Data : unknown;
type Method<Line, Words> =
  Record<never, never> extends AskOf<Line, Words>
    ? (ask?: AskOf<Line, Words>, wants?: SendOptions) => Promise<Response<AnswerOf<Line>>>
    : (ask: AskOf<Line, Words>, wants?: SendOptions) => Promise<Response<AnswerOf<Line>>>;

/** The calls of a service as methods: `client(musubi, reach).getOffering({ id })`. */
export type Client<Calls, Words> = { readonly [Name in keyof Calls]: Method<Calls[Name], Words> };

/** Makes the client of a service. A method checks what it is asked with, sends it, and gives the answer or throws a `Failure`. */
export function client<Calls, Words>(service: Service<Calls, Words>, reach: RequestContext): Client<Calls, Words> {
  const calls: Readonly<Record<string, Call>> = service.calls;
  const routes = router(calls);
  const made = new Map<string, unknown>();
  return new Proxy({} as Client<Calls, Words>, {
    get(_, name) {
      const call = typeof name === 'string' ? calls[name] : undefined;
      if (!call) return undefined;
      const method =
        made.get(call.name) ??
        ((ask: Record<string, unknown> = {}, wants?: SendOptions) => send(call, toParams(call, ask), routes, reach, wants));
      made.set(call.name, method);
      return method;
    },
  });
}

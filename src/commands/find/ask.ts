// Sends the requests of one search: a few to each service at once, within one deadline and one number of requests.
// A service that is silent, or asks to wait, must not block the others.

import type { Context } from '../../cli/context.js';
import { type AnyEndpoint, readEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { Failure } from '../../services/http/errors.js';
import { withRetry } from '../../services/http/retry.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { Question } from './links.js';
import { outOfTime } from './results.js';

const concurrency = 6;
const mostPerService = 3;
/** The part of the remaining time that one request may take. */
const patience = 2 / 3;

export interface Reply {
  readonly question: Question;
  readonly value?: unknown;
  readonly failure?: Failure;
}

/** Sends the requests. It skips a service that has left a request without a response. */
export class Asker {
  readonly #context: Context;
  /** The number of requests that may still be made. */
  #budget: number;
  readonly #running = new Map<string, number>();
  readonly #silent = new Set<string>();

  /** @param context has the time for all questions @param most the most requests of all questions */
  constructor(context: Context, most: number) {
    this.#context = context;
    this.#budget = most;
  }

  /** @returns the replies in order @throws {Failure} only if interrupted, after all requests have ended */
  async askAll(questions: readonly Question[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    const waiting = [...questions.entries()];
    const running = new Set<Promise<void>>();
    const thrown: unknown[] = [];
    const runningOf = ({ source }: Question) => this.#running.get(source.service) ?? 0;
    while (thrown.length === 0 && (waiting.length > 0 || running.size > 0)) {
      const next =
        running.size < concurrency ? waiting.findIndex(([, question]) => runningOf(question) < mostPerService) : -1;
      const [chosen] = next < 0 ? [] : waiting.splice(next, 1);
      if (chosen === undefined) {
        await Promise.race(running);
        continue;
      }
      const [at, question] = chosen;
      const count = (change: number) => this.#running.set(question.source.service, runningOf(question) + change);
      count(1);
      const request = this.#ask(question)
        .then(
          (reply) => {
            replies[at] = reply;
          },
          (error: unknown) => {
            thrown.push(error);
          },
        )
        .finally(() => {
          count(-1);
          running.delete(request);
        });
      running.add(request);
    }
    await Promise.all(running);
    if (thrown.length > 0) throw thrown[0];
    return replies;
  }

  async #ask(question: Question): Promise<Reply> {
    const { source, text, network } = question;
    const { cancellation } = this.#context;
    if (cancellation.timeLeft() === 0)
      return { question, failure: notAsked('the time was over before: --within takes more') };
    if (this.#silent.has(source.service))
      return { question, failure: notAsked(`${source.service} has left other requests without a response`) };
    const limited = pollContext(this.#context, cancellation.timeLeft() * patience);
    const attempt = async () => {
      if (this.#budget <= 0) throw notAsked('the search has made as many requests as one may');
      this.#budget -= 1;
      const params = source.params?.(text, network) ?? {};
      return readEndpoint(limited, source.service, source.call as AnyEndpoint, params, { tries: 0 }); // each counts
    };
    try {
      const { text: body } = await this.#repeated(attempt, limited);
      return { question, value: body === '' ? undefined : parseLossless(body) };
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind === 'interrupted' && cancellation.isStopped())) throw error;
      if (limited.cancellation.timeLeft() === 0) this.#silent.add(source.service);
      return { question, failure: error };
    }
  }

  /** Retries as --retry says, else once after a Retry-After that fits in the time. */
  async #repeated<T>(attempt: () => Promise<T>, { cancellation, settings, log }: Context): Promise<T> {
    const tries = settings().retry.value;
    if (tries > 0)
      return withRetry(attempt, { tries, maxWait: Number.POSITIVE_INFINITY, say: (text) => log(text), cancellation });
    try {
      return await attempt();
    } catch (error) {
      const wait = error instanceof Failure ? error.where.retryAfter : undefined;
      if (wait === undefined || wait >= cancellation.timeLeft() || this.#budget <= 0) throw error;
      await cancellation.sleep(wait);
      return attempt();
    }
  }
}
const notAsked = (why: string): Failure => new Failure('pending', outOfTime, why);

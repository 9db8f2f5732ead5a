// Asks the questions of one search: several at once, a few of each service, within one time and one number of requests. A service that is silent, or that
// asks to wait, must not keep the others from being asked.

import type { Context } from '../../cli/context.js';
import { type AnyEndpoint, readEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { Failure } from '../../services/http/errors.js';
import { withRetry } from '../../services/http/retry.js';
import { parseLossless } from '../../services/lossless-number.js';
import { outOfTime } from './found.js';
import type { Question } from './links.js';

const concurrency = 8;
/** The most requests to one service at a time. */
const ofOneService = 3;
/** The part of the time left after which a request is given up, so that what is behind it is asked, too. */
const patience = 2 / 3;

/** What a question has brought: a value, nothing, or a failure. */
export interface Reply {
  readonly question: Question;
  readonly value?: unknown;
  readonly failure?: Failure;
}

/** Asks questions; what it has learned of a service counts for the later ones. */
export class Asker {
  readonly #context: Context;
  /** How many requests may still be made. */
  #left: number;
  /** The requests to each service that are under way. */
  readonly #running = new Map<string, number>();
  /** The services that have left a request without a response. */
  readonly #silent = new Set<string>();

  /** @param context one with the time for all questions @param most the most requests of all questions */
  constructor(context: Context, most: number) {
    this.#context = context;
    this.#left = most;
  }

  /** Asks questions. @returns the answers in their order @throws {Failure} only when interrupted, after all requests have ended */
  async askAll(questions: readonly Question[]): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    const waiting = [...questions.entries()];
    const running = new Set<Promise<void>>();
    const thrown: unknown[] = [];
    const runningOf = ({ source }: Question) => this.#running.get(source.service) ?? 0;
    while (thrown.length === 0 && (waiting.length > 0 || running.size > 0)) {
      const next = running.size < concurrency ? waiting.findIndex(([, question]) => runningOf(question) < ofOneService) : -1;
      const [chosen] = next < 0 ? [] : waiting.splice(next, 1);
      if (chosen === undefined) {
        await Promise.race(running);
        continue;
      }
      const [at, question] = chosen;
      this.#running.set(question.source.service, runningOf(question) + 1);
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
          this.#running.set(question.source.service, runningOf(question) - 1);
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
    if (cancellation.timeLeft() === 0) return { question, failure: notAsked('the time was over before: --within takes more') };
    if (this.#silent.has(source.service))
      return { question, failure: notAsked(`${source.service} has left other requests without a response`) };
    const limited = pollContext(this.#context, cancellation.timeLeft() * patience);
    const attempt = async () => {
      if (this.#left <= 0) throw notAsked('the search has made as many requests as one may');
      this.#left -= 1;
      return readEndpoint(limited, source.service, source.call as AnyEndpoint, source.params?.(text, network) ?? {});
    };
    try {
      const { text: body } = await this.#repeated(attempt, limited);
      return { question, value: body === '' ? undefined : parseLossless(body) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'interrupted' && cancellation.isStopped()) throw error;
      if (limited.cancellation.timeLeft() === 0) this.#silent.add(source.service);
      return { question, failure: error };
    }
  }

  /** Repeats a request as --retry says, and once where the service asks to wait and there is time: many requests at once may be too many for it. */
  async #repeated<T>(attempt: () => Promise<T>, { cancellation, settings, log }: Context): Promise<T> {
    const tries = settings().retry.value;
    if (tries > 0) return withRetry(attempt, { tries, maxWait: Number.POSITIVE_INFINITY, say: (text) => log(text), cancellation });
    try {
      return await attempt();
    } catch (error) {
      const wait = error instanceof Failure ? error.where.retryAfter : undefined;
      if (wait === undefined || wait >= cancellation.timeLeft() || this.#left <= 0) throw error;
      await cancellation.sleep(wait);
      return attempt();
    }
  }
}
const notAsked = (why: string): Failure => new Failure('pending', outOfTime, why);

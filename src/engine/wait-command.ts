// `wait` and `watch` as data: what is asked for, where its word stands, which list the word is of.

import type { Command, Typed } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { ServerFailure } from '../services/http/errors.js';
import { asText, isNothing, valueAt } from '../services/json-value.js';
import { ask, callOf } from './call.js';
import { filled } from './parameters.js';
import { fieldsOf, type Given, givenOf, type Option } from './params.js';
import { follow, followFlags, followNote } from './watch.js';

/** What is followed to its end. */
export interface FollowingSpec {
  readonly name: string;
  readonly is: string;
  readonly more?: string;
  /** Its last value is the ids: `<id...>`. */
  readonly values: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly beneath: readonly string[];
  readonly service: ServiceName;
  readonly call: string;
  /** The field that an id fills, `id` if nothing is said. */
  readonly of?: string;
  readonly list: StatusList;
  /** Where the word stands in an answer, `status` if nothing is said; a function where that is not a path. */
  readonly word?: string | ((answer: unknown, id: string) => string | undefined);
}

const hour = 3_600_000;
const patience = 30_000;

/** The command that follows one thing or several to their ends. Exit 0, 8, 13. */
export function following(spec: FollowingSpec): Command {
  const { name, is, more, values, options = [], examples, beneath, list } = spec;
  const ownOf = (typed: Typed, context: Context) => ({ ...fieldsOf(givenOf({ options }, typed, context)) });
  return {
    name,
    is,
    following: {
      list,
      ask: (typed, context) => {
        const own = ownOf(typed, context);
        return (id) => poll(spec, own, id, context);
      },
    },
    more: [more, `${followNote} Waits for an hour at most if --max-wait says nothing else; 0 waits for ever.`].filter(Boolean).join('\n'),
    values,
    options: [...options, ...followFlags],
    examples,
    beneath,
    run: async (typed, context) => {
      const own = ownOf(typed, context);
      if (!context.onlyShows)
        return follow(context, typed.options, {
          list,
          ids: [...new Set(typed.values)],
          ask: (id) => poll(spec, own, id, context),
          atMost: hour,
        });
      await ask(context, spec.service, spec.call, await valuesOf(spec, own, typed.values[0]!, context));
      return 0;
    },
  };
}

/** Asks once; each asking ends by itself, so that an outage is seen as one. */
async function poll(spec: FollowingSpec, own: Given, id: string, context: Context): Promise<{ word: string | undefined; row: unknown }> {
  const { call, build } = await callOf(spec.service, spec.call, await valuesOf(spec, own, id, context));
  const { exchangeCall } = await import('../services/http/send.js');
  const reach = await context.reach();
  const patient = { ...reach, timeout: reach.timeout || patience };
  const { data } = await exchangeCall(call, await build(patient), patient);
  return { word: wordIn(spec, data, id), row: data };
}

const valuesOf = ({ service, call, of = 'id' }: FollowingSpec, own: Given, id: string, context: Context): Promise<Given> =>
  filled(context, service, call, { ...own, [of]: id });

/** The word of what is followed, in an answer about it. @throws {ServerFailure} where the answer has no such field at all: then no end would ever be seen */
export function wordIn({ word = 'status', service, call }: Pick<FollowingSpec, 'word' | 'service' | 'call'>, answer: unknown, id: string) {
  if (typeof word === 'function') return word(answer, id);
  const found = valueAt(answer, word);
  if (found === undefined)
    throw new ServerFailure('NO_WORD', `The answer about ${id} has no field ${word}, so that no end of it can be told.`, { service, call });
  return isNothing(found) ? undefined : asText(found);
}

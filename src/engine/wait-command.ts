// `wait` and `watch` as data: what is asked for, where its word stands, which list the word is of.

import type { Arguments, Command } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { ServerFailure } from '../services/http/errors.js';
import { asText, isNothing, valueAt } from '../services/json-value.js';
import { ask, callOf } from './call.js';
import { filled } from './parameters.js';
import { fieldsOf, type Option, type Params, paramsOf } from './params.js';
import { follow, followFlags, followNote } from './watch.js';

/** What is followed to its end. */
export interface WaitCommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** Its last value is the ids: `<id...>`. */
  readonly values: string;
  readonly options?: readonly Option[];
  readonly examples: readonly string[];
  readonly uses: readonly string[];
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
export function waitCommand(spec: WaitCommandSpec): Command {
  const { name, summary, description, values, options = [], examples, uses, list } = spec;
  const ownOf = (typed: Arguments, context: Context) => ({ ...fieldsOf(paramsOf({ options }, typed, context)) });
  return {
    name,
    summary,
    following: {
      list,
      ask: (typed, context) => {
        const own = ownOf(typed, context);
        return (id) => poll(spec, own, id, context);
      },
    },
    description: [description, `${followNote} Waits for an hour at most if --max-wait says nothing else; 0 waits for ever.`]
      .filter(Boolean)
      .join('\n'),
    values,
    options: [...options, ...followFlags],
    examples,
    uses,
    run: async (typed, context) => {
      const own = ownOf(typed, context);
      if (!context.onlyShows)
        return follow(context, typed.options, {
          list,
          ids: [...new Set(typed.positionals)],
          ask: (id) => poll(spec, own, id, context),
          atMost: hour,
        });
      await ask(context, spec.service, spec.call, await valuesOf(spec, own, typed.positionals[0]!, context));
      return 0;
    },
  };
}

/** Asks once; each asking ends by itself, so that an outage is seen as one. */
async function poll(spec: WaitCommandSpec, own: Params, id: string, context: Context): Promise<{ word: string | undefined; row: unknown }> {
  const { call, build } = await callOf(spec.service, spec.call, await valuesOf(spec, own, id, context));
  const { sendRequest } = await import('../services/http/send.js');
  const reach = await context.requestContext();
  const patient = { ...reach, timeout: reach.timeout || patience };
  const { data } = await sendRequest(call, await build(patient), patient);
  return { word: wordIn(spec, data, id), row: data };
}

const valuesOf = ({ service, call, of = 'id' }: WaitCommandSpec, own: Params, id: string, context: Context): Promise<Params> =>
  filled(context, service, call, { ...own, [of]: id });

/** The word of what is followed, in an answer about it. @throws {ServerFailure} where the answer has no such field at all: then no end would ever be seen */
export function wordIn(
  { word = 'status', service, call }: Pick<WaitCommandSpec, 'word' | 'service' | 'call'>,
  answer: unknown,
  id: string,
) {
  if (typeof word === 'function') return word(answer, id);
  const found = valueAt(answer, word);
  if (found === undefined)
    throw new ServerFailure('NO_WORD', `The answer about ${id} has no field ${word}, so that no end of it can be told.`, { service, call });
  return isNothing(found) ? undefined : asText(found);
}

// Builds commands that read from their specs, which screens use too. The code that runs them is loaded on use.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { choicesOf, usesOf } from '../request/endpoints.js';
import { allPages, followsPages, isOneRecord, openFlags, rowsOfRead } from '../request/shared-options.js';
import type { OnlyKeys, SpecCheck } from '../request/spec-types.js';
import { webFlag } from '../request/web-flag.js';
import type { AnyRead, ListCommandSpec, ShowCommandSpec } from './read-spec.js';
import { repeating } from './repeatable.js';
import { repeatOptions } from './repetition.js';
import { hasPublicShape, openRead, returnsPersons } from './run-read.js';

/**
 * Builds the command of a list. The compiler checks its endpoints, its options and, if the response is public, its
 * column paths.
 */
export const listCommand = <S extends ServiceName, const Spec extends ListCommandSpec<S>>(
  service: S,
  spec: Spec & SpecCheck<S, Spec> & OnlyKeys<Spec, keyof ListCommandSpec<S>>,
): Command => readCommand({ ...spec, service, endpoints: choicesOf(spec), isList: true });

/** Builds the command for the details of a thing. The compiler checks it like a list. */
export const showCommand = <S extends ServiceName, const Spec extends ShowCommandSpec<S>>(
  service: S,
  spec: Spec & SpecCheck<S, Spec> & OnlyKeys<Spec, keyof ShowCommandSpec<S>>,
): Command => readCommand({ ...spec, service, endpoints: choicesOf(spec) });

/** Options and endpoints are made on demand: a start loads a whole group and runs one of its commands. */
function readCommand(spec: AnyRead): Command {
  const {
    name,
    summary,
    description,
    values,
    options = [],
    needs,
    examples,
    columns,
    id,
    key,
    empty,
    chart,
    endpoints,
  } = spec;
  const once = async (args: Arguments, context: Context) => (await openRead(spec, args, context))(context);
  let made: readonly Flag[] | undefined; // a batch reads the options of a row several times
  const command: Command = {
    name,
    summary,
    description,
    values,
    get options() {
      made ??= [
        options,
        followsPages(spec) ? allPages : [],
        spec.open ? openFlags.slice(0, 2) : [],
        repeatOptions,
        spec.shows?.webPages ? webFlag : [],
      ].flat();
      return made;
    },
    needs,
    examples,
    get uses() {
      return usesOf(spec.service, endpoints, spec.alsoUses);
    },
    read: {
      columns,
      idPath: id,
      key,
      empty: empty && { says: empty, of: {} },
      chart,
      singleRecord: isOneRecord(spec),
      isPaged: spec.pages,
      isMade: (spec.transform ?? spec.transformAll ?? spec.fetchAll ?? spec.otherSource) !== undefined,
      persons: async () => returnsPersons(spec),
      hasShape: async () => hasPublicShape(spec),
      of: () => rowsOfRead(spec),
    },
    webPages: spec.shows?.webPages,
    open: async (args, context) => openRead(spec, args, context),
    run: async (args, context) => repeating(command, once)(args, context),
  };
  return command;
}

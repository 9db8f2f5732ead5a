// Builds commands that read from their specs, which screens use too. The code that runs them is loaded on use.

import type { Command } from '../../cli/command.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { choicesOf, usesOf } from '../request/endpoints.js';
import {
  allPages,
  followsPages,
  isOneRecord,
  isPolled,
  openFlags,
  pollOptions,
  rowsOfRead,
} from '../request/shared-options.js';
import type { OnlyKeys, SpecCheck } from '../request/spec-types.js';
import { webFlag } from '../request/web-flag.js';
import type { AnyRead, ListCommandSpec, ShowCommandSpec } from './read-spec.js';
import { hasPublicShape, loadAll, repeatRead, returnsPersons, runRead, warningsOf } from './run-read.js';

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
  return {
    name,
    summary,
    description,
    values,
    get options() {
      return [
        options,
        followsPages(spec) ? allPages : [],
        spec.open ? openFlags.slice(0, 2) : [],
        pollOptions,
        spec.shows?.webPages ? webFlag : [],
      ].flat();
    },
    needs,
    examples,
    get uses() {
      return usesOf(spec.service, endpoints, spec.alsoUses);
    },
    read: {
      load: async (args, context) => loadAll(spec, args, context),
      columns,
      id,
      key,
      empty,
      chart,
      singleRecord: isOneRecord(spec),
      isPaged: spec.pages !== undefined,
      persons: async () => returnsPersons(spec),
      hasShape: async () => hasPublicShape(spec),
      of: () => rowsOfRead(spec),
      warnings: async (json, args) => warningsOf([json], spec, args),
    },
    webPages: spec.shows?.webPages,
    run: async (args, context) =>
      isPolled(args.options) ? repeatRead(spec, args, context) : runRead(spec, args, context),
  };
}

// A line of a map that is proposed.

import type { Groups } from '../../cli/command/command.js';
import type { RowsOf } from '../../services/decode/fields.js';
import type { Column } from '../../things/column.js';

/** No value of a response is in it, but the word of a success and words of statuses. */
export interface Proposal {
  readonly part: 'services' | 'calls' | 'things';
  /** The service, the call (`sale listProducts`) or the thing. */
  readonly of: string;
  /** The key, with the one inside it: `rows`, `fields.amount`, `words.in_use`. */
  readonly key: readonly [string] | readonly [string, string];
  /** The text of the value, or the mapping; undefined if no field was found for it. */
  readonly value: string | Readonly<Record<string, string>> | undefined;
  /** Whether nothing else fits: such a line is taken over without a question. */
  readonly sure: boolean;
  /** The reason, in a few words. */
  readonly why: string;
  readonly calls: readonly string[];
  readonly responses: number;
  /** The forms of values at the place: `Xxxxx 00`. */
  readonly examples: readonly string[];
  /** Other values that may be right. */
  readonly others: readonly string[];
}

// The everyday commands that read, by the tables of their groups: what each shows of the response of which call.

/** A command that shows the response of one call as it is. */
export interface EverydayRead {
  /** Such as `store featured`. */
  readonly line: string;
  /** The call: `sale listFeatured`. */
  readonly call: string;
  readonly columns: readonly Column[];
  readonly of: RowsOf;
}

/** The everyday commands that read without a value, with the first call of each. */
export async function everydayReads(groups: Groups): Promise<readonly EverydayRead[]> {
  const entries = Object.entries(groups).filter(([, { section }]) => section === 'Everyday');
  const loaded = await Promise.all(
    entries.map(async ([name, { load }]) => ({ name, commands: (await load()).group.commands })),
  );
  return loaded.flatMap(({ name, commands }) =>
    commands.flatMap(({ name: command, read, uses, values, options = [], needs = [] }) => {
      const isBare =
        !/</.test(String(values ?? '')) && needs.length === 0 && options.every(({ required }) => !required);
      const [service, [endpoint] = []] = Object.entries(uses ?? {})[0] ?? [];
      const columns = read?.columns?.filter(({ as }) => as !== 'unknown' && !hasStates(as)) ?? [];
      return isBare && read?.isMade !== true && endpoint !== undefined && columns.length > 0
        ? [{ line: `${name} ${command}`.trim(), call: `${service} ${endpoint}`, columns, of: read?.of?.() ?? {} }]
        : [];
    }),
  );
}
const hasStates = (as: unknown) => typeof as === 'object' && as !== null && ('states' in as || 'classAt' in as);

// Builds commands that wait for a status from their specs. What runs them is loaded when they run.

import type { Command } from '../../cli/command.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { usesOf } from '../request/endpoints.js';
import { optionParams } from '../request/params.js';
import { watchFlags, watchNote } from '../request/shared-options.js';
import type { AnyWait, WaitCommandSpec, WaitSpec } from './wait-spec.js';

/** Builds the command that waits until one or several items have ended. Its exit codes are 0, 8 (out of time) and 13 (a bad end). */
export const waitCommand = <S extends ServiceName>(service: S, spec: WaitCommandSpec<S>): Command =>
  buildCommand({ ...(spec as WaitSpec & Pick<AnyWait, 'endpoint' | 'idParam'>), service });

function buildCommand(spec: AnyWait): Command {
  const { name, summary, description, values, options = [], examples, statusList } = spec;
  return {
    name,
    summary,
    wait: {
      open: async (args, context) => {
        const params = optionParams(spec, args, context);
        const id = args.positionals.at(-1)!;
        return {
          statuses: () => ({ statusList }),
          fetchStatus: async (poll) => (await import('./run-wait.js')).fetchStatus(spec, params, id, poll),
        };
      },
    },
    description: [description, `${watchNote} Waits for an hour at most unless --max-wait is given; 0 waits without limit.`]
      .filter(Boolean)
      .join('\n'),
    values,
    options: [...options, ...watchFlags],
    examples,
    uses: usesOf(spec.service, [spec], spec.alsoUses),
    run: async (args, context) => (await import('./run-wait.js')).runWait(spec, args, context),
  };
}

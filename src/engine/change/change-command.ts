// Builds commands that change something from their specs. The code that runs them is loaded on use.

import type { Command } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { choicesOf, usesOf } from '../request/endpoints.js';
import { moneyFlags, openFlags, openNeeds } from '../request/shared-options.js';
import type { OnlyKeys, SpecCheck } from '../request/spec-types.js';
import { withRawAmount } from './base-units.js';
import type { AnyAbout, AnyChange, ChangeCommandSpec, ChangeSpec } from './change-spec.js';
import { runChange } from './run-change.js';

const newRecipientOption: Flag = {
  flags: '--new-recipient',
  effects: ['widens'],
  summary: 'confirm a recipient without a finished transfer in the ledger of this machine',
};

/**
 * Builds the command of a change. The compiler checks its endpoints, its options, its reads and, if the response is
 * public, its column paths.
 */
export const changeCommand = <S extends ServiceName, const Spec extends ChangeCommandSpec<S>>(
  service: S,
  spec: Spec & SpecCheck<S, Spec> & OnlyKeys<Spec, keyof ChangeCommandSpec<S>>,
): Command =>
  buildCommand({
    ...(spec as ChangeSpec & { readonly about?: readonly AnyAbout[] }),
    service,
    endpoints: choicesOf(spec),
  });

/** Options and endpoints are made on demand: a start loads a whole group and runs one of its commands. */
function buildCommand(change: AnyChange): Command {
  const { name, summary, description, values, examples, endpoints, about = [], readBack, money } = change;
  const spec = () => (money ? withRawAmount(change) : change);
  const readBackEndpoints = typeof readBack === 'object' ? [readBack.source] : [];
  return {
    name,
    summary,
    description:
      [description, money && moneyNote, money === 'to recipient' && recipientNote].filter(Boolean).join('\n') ||
      undefined,
    values,
    get options() {
      return [
        spec().options ?? [],
        change.open ? openFlags : [],
        money === 'to recipient' ? newRecipientOption : [],
        money ? moneyFlags : [],
      ].flat();
    },
    get needs() {
      const { needs = [] } = spec();
      return change.open === 'needed' ? [...needs, openNeeds] : needs;
    },
    examples,
    get uses() {
      return usesOf(change.service, [...about, ...endpoints, ...readBackEndpoints], change.alsoUses);
    },
    opens: change.open ? { service: change.service, name: endpoints[0].endpoint } : undefined,
    prompts: true,
    run: (args, context) => runChange(spec(), args, context),
  };
}
const moneyNote = `Shows a receipt, and asks for the word yes unless you add --yes. The limits of the profile always apply.
Records the transfer, then sends it once. Exit 10: the outcome is unknown. Look it up with tuk ops check.`;
const recipientNote =
  'If no transfer to this recipient has finished, type its last six characters, or add --new-recipient. --yes alone is not enough.';

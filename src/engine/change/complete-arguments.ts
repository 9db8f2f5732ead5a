// The arguments of a change: questions for what is missing, and addresses for names of contacts.

import type { Arguments, Context } from '../../cli/command/command.js';
import { valuesOf } from '../../cli/command/command-values.js';

import { refuseMissing } from '../../cli/prompts/needs.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { labelOf } from '../../text/column.js';
import { withContacts } from '../read/contacts.js';
import { addressProblemOf } from '../request/addresses.js';
import { questionOf } from '../request/parameters.js';
import { keyOf } from '../request/params.js';
import { openFlags, openNeeds } from '../request/shared-options.js';
import type { AnyChange } from './change-spec.js';
import { moneyOptionsOf } from './money-options.js';

/**
 * Prompts for missing arguments, and replaces names of contacts by addresses.
 * @throws {BadInput} {Failure} if the person leaves
 */
export async function completeArguments(spec: AnyChange, args: Arguments, context: Context): Promise<Arguments> {
  await moneyOptionsOf(args.options); // a wrong option is refused before a prompt
  const typedArgs = await runWizard(args, questionsOf(spec, context), spec.values, context);
  if (spec.open === 'needed') refuseMissing({ options: openFlags, needs: [openNeeds] }, typedArgs);
  return spec.money === 'to recipient' ? withContacts(spec, typedArgs, context) : typedArgs;
}

/** A question for each required value and option, and for optional ones in `prompts`. */
export function questionsOf(spec: Pick<AnyChange, 'values' | 'options' | 'prompts'>, context: Context): Question[] {
  const { values, options = [], prompts = {} } = spec;
  const requiredValues = valuesOf(values).filter(({ required }) => required);
  return [
    ...requiredValues.map(({ key }): Question => ({ key, label: labelOf(key), ...prompts[key] })),
    ...options
      .filter((option) => option.required || prompts[keyOf(option)])
      .map(
        (option): Question => ({
          ...questionOf(option, context),
          optional: !option.required || undefined,
          ...(option.as === 'address' ? { validate: async (text, args) => addressProblemOf(text, args) } : {}),
          ...prompts[keyOf(option)],
        }),
      ),
  ];
}

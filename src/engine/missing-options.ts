// Prompts for the required options of a read that were not typed; loaded only where one is missing.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { canPrompt, type Question, runWizard } from '../cli/prompts/wizard.js';
import { labelOf } from '../ui/format/label.js';
import { keyOf, type Option, optionProblem } from './params.js';

/** Adds the prompted options to the arguments; without a terminal the arguments stay as they are. @throws {Failure} where the person leaves */
export async function promptMissing(options: readonly Option[], args: Arguments, context: Context): Promise<Arguments> {
  if (!canPrompt(context)) return args;
  const questions = options.map(
    (option): Question => ({
      key: keyOf(option),
      label: labelOf(keyOf(option)),
      hint: option.summary,
      ...(option.words ? { words: option.words } : {}),
      validate: (text) => optionProblem(option, text, context),
    }),
  );
  return runWizard(args, questions, undefined, context);
}

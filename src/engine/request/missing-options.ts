// Prompts for missing options: the required options of a read, and the options of a change. Loaded only if one is
// missing.

import type { Arguments, Context } from '../../cli/command.js';

import { canPrompt, type Question, runWizard } from '../../cli/prompts/wizard.js';
import { labelOf } from '../../text/column.js';
import { keyOf, type Option, optionProblem } from './params.js';

/** Prompts for options; without a terminal the arguments are unchanged. @throws {Failure} if the person leaves */
export async function promptMissing(options: readonly Option[], args: Arguments, context: Context): Promise<Arguments> {
  if (!canPrompt(context)) return args;
  const questions = options.map((option) => questionOf(option, context));
  return runWizard(args, questions, undefined, context);
}

/** The prompt for an option: its words are the choices, and each text is checked as if it was typed. */
export const questionOf = (option: Option, context: Context): Question => ({
  key: keyOf(option),
  label: labelOf(keyOf(option)),
  hint: option.summary,
  words: option.offers?.() ?? option.words,
  validate: (text) => optionProblem(option, text, context),
});

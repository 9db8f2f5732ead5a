// What a read cannot do without and was not typed, as questions for a person at a terminal; loaded only where something is missing.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { mayAsk, type Question, runWizard } from '../cli/prompts/wizard.js';
import { labelOf } from '../ui/format/label.js';
import { keyOf, type Option, problemOf } from './params.js';

/** What was typed, with the answers to these questions; as it was where nobody can be asked: the command says itself what is missing. @throws {Failure} where the person leaves */
export async function askedFor(options: readonly Option[], typed: Arguments, context: Context): Promise<Arguments> {
  if (!mayAsk(context)) return typed;
  const questions = options.map(
    (option): Question => ({
      of: keyOf(option),
      ask: labelOf(keyOf(option)),
      hint: option.summary,
      ...(option.words ? { words: option.words } : {}),
      check: (text) => problemOf(option, text, context),
    }),
  );
  return runWizard(typed, questions, undefined, context);
}

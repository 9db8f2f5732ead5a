// What a read cannot do without and was not typed, as questions for a person at a terminal; loaded only where something is missing.

import type { Typed } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { guided, mayAsk, type Question } from '../cli/prompts/wizard.js';
import { labelOf } from '../ui/format/label.js';
import { keyOf, type Option, problemOf } from './params.js';

/** What was typed, with the answers to these questions; as it was where nobody can be asked: the command says itself what is missing. @throws {Failure} where the person leaves */
export async function askedFor(options: readonly Option[], typed: Typed, context: Context): Promise<Typed> {
  if (!mayAsk(context)) return typed;
  const questions = options.map(
    (option): Question => ({
      of: keyOf(option),
      ask: labelOf(keyOf(option)),
      hint: option.is,
      ...(option.words ? { words: option.words } : {}),
      check: (text) => problemOf(option, text, context),
    }),
  );
  return guided(typed, questions, undefined, context);
}

// The prompt for a missing option: of a read, or of a change. Loaded only if one is missing.

import type { Context } from '../../cli/command/command.js';
import type { Question } from '../../cli/prompts/wizard.js';
import { labelOf } from '../../text/column.js';
import { keyOf, type Option, optionProblem } from './params.js';

// The prompt for a missing option: of a read, or of a change. Loaded only if one is missing.

/** The prompt for an option: its words are the choices, and each text is checked as if it was typed. */
export const questionOf = (option: Option, context: Context): Question => ({
  key: keyOf(option),
  label: labelOf(keyOf(option)),
  hint: option.summary,
  words: option.offers?.() ?? option.words,
  validate: (text) => optionProblem(option, text, context),
});

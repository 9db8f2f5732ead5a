// `{id}` in the line of a step: a value that an earlier step has saved.

import type { InputLine, Values } from '../../engine/lines/line.js';
import { filledHoles, holesIn, withBraces } from '../../services/holes.js';
import { BadInput } from '../../services/http/errors.js';
import type { Step } from './file.js';

/** Stands for a capture while a line is parsed. */
const sample = '1';

/** How steps take captures: of several that save one name, the last one before the step counts. */
export function captureValues(steps: readonly Step[]): Values {
  return {
    needs: ({ number, words }) =>
      holesIn(words).map((name) => {
        const source = steps.findLast((step) => step.number < number && step.save.has(name));
        if (source) return source.number;
        throw new BadInput('BAD_ROW', `it takes {${name}}, which no earlier step saves; a brace is {{`);
      }),
    sample: (words) => withBraces(filledHoles(words, () => sample)),
  };
}

/** The words of a step with its captures. @throws {BadInput} BAD_ROW for a capture that would become an option */
export const withCaptures = ({ words }: Pick<InputLine, 'words'>, captures: ReadonlyMap<string, string>) =>
  withBraces(
    filledHoles(words, (name) => {
      const value = captures.get(name);
      if (value === undefined)
        throw new BadInput('BAD_ROW', `The step that saves {${name}} has failed, or was not run.`);
      return value;
    }),
  );

// `{{id}}` in the line of a step: a value that an earlier step has saved.

import type { InputLine, Values } from '../../engine/lines/line.js';
import { BadInput } from '../../services/http/errors.js';
import type { Step } from './file.js';

const capture = /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g;
/** Stands for a capture while a line is parsed. */
const sample = '1';

/** How steps take captures: of several that save one name, the last one before the step counts. */
export function captureValues(steps: readonly Step[]): Values {
  return {
    needs: ({ number, words }) => {
      const broken = words.find((word) =>
        word
          .replace(capture, '')
          .replace(/\{\{env:\w+\}\}/g, '')
          .includes('{{'),
      );
      if (broken !== undefined)
        throw new BadInput('BAD_ROW', `${JSON.stringify(broken.slice(0, 60))} names no capture`);
      return [...new Set(words.flatMap((word) => [...word.matchAll(capture)].map(([, name]) => name!)))].map((name) => {
        const source = steps.findLast((step) => step.number < number && step.save.has(name));
        if (source) return source.number;
        throw new BadInput('BAD_ROW', `it takes {{${name}}}, which no earlier step saves`);
      });
    },
    sample: (words) => filledWith(words, () => sample),
  };
}

/** The words of a step with its captures. @throws {BadInput} BAD_ROW for a capture that would become an option */
export const withCaptures = ({ words }: Pick<InputLine, 'words'>, captures: ReadonlyMap<string, string>) =>
  filledWith(words, (name) => {
    const value = captures.get(name);
    if (value === undefined)
      throw new BadInput('BAD_ROW', `The step that saves {{${name}}} has failed, or was not run.`);
    return value;
  });

function filledWith(words: readonly string[], valueFor: (name: string) => string): readonly string[] {
  return words.map((word) => {
    const filled = word.replace(capture, (_, name: string) => valueFor(name));
    if (filled.startsWith('-') && !word.startsWith('-'))
      throw new BadInput('BAD_ROW', `The value of ${word} begins with a hyphen.`);
    return filled;
  });
}

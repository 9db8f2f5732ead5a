// `tuk explain`: shows the meaning of a word of a service or of this program, and its source.

import type { Command, Group } from '../../cli/command.js';
import { explainedWords, explain as explanationsOf } from '../../cli/explanations.js';
import type { Column } from '../../text/column.js';

const columns: readonly Column[] = [
  { path: 'word' },
  { path: 'is' },
  { path: 'of' },
  { path: 'means', room: 'stays' },
  { path: 'source', room: 'yields' },
];

const explain: Command = {
  name: '',
  values: '<word>',
  offers: { word: () => explainedWords() },
  summary: 'Explain a status, an error code, an exit code, a mark or a value of a closed list',
  description:
    'Each meaning has its source. The services publish their words, and not what they mean: such meanings are those of this program.',
  readOnly: true,
  examples: ['tuk explain INUSE_WITH_CANCEL_PENDING', 'tuk explain 10', 'tuk explain OVER_LIMIT -o json'],
  run: async ({ positionals: [word = ''] }, context) => {
    await context.out.print(JSON.stringify(explanationsOf(word)), { columns, idPath: 'word' });
    return 0;
  },
};

export const group: Group = { commands: [explain] };

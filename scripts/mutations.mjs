// The mutations of mutations.txt: what is broken, in which file, the text there, what replaces it, and the tests that are to notice.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [, ...blocks] = readFileSync(path.join(import.meta.dirname, 'mutations.txt'), 'utf8')
  .trim()
  .split('\n\n');
let tests = [];
export const mutations = blocks.flatMap((block) => {
  const [head, ...lines] = block.split('\n');
  if (head.startsWith('tests ')) tests = head.split(' ').slice(1);
  const [, file, what] = /^(src\S+): (.*)$/.exec(head) ?? [];
  const text = (sign) => lines.flatMap((line) => (line.startsWith(sign) ? line.slice(2) : [])).join('\n');
  return file === undefined ? [] : { what, file, from: text('-'), to: text('+'), tests };
});

// The format `yaml`: numbers keep their digits, and texts are quoted if a reader could take them for another type.
import { Document, type ScalarTag } from 'yaml';
import { escaped, escapeForTerminal } from '../../../services/json-text.js';
import { LosslessNumber } from '../../../services/lossless-number.js';
import { overrides } from '../../../services/unsafe-characters.js';
import type { FormattedText, ShapedValue } from './shape.js';

// Characters that YAML refuses unescaped (section 5.1 of its specification), line ends that it would change, and those
// that show a text in another order: escaped, they are the same text for a parser.
const unprintable = new RegExp(
  String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}${overrides}]`,
  'u',
);
// Strings of several lines that block literals do not preserve; a property test found that the library loses such
// spaces.
const ragged = (text: string): boolean => text.includes('\n') && /^\s|\n[ \t]|[ \t]\n|[ \t]$|\n\n$/.test(text);

// What readers of YAML 1.1 take for something else: `=` is a value of its own, and a tab begins no plain text.
const misread = /^=$|\t/;

/**
 * Renders the whole value. On a terminal, strings with control or invisible characters are double-quoted with `\u`
 * escapes.
 */
export function asYaml({ value }: ShapedValue, terminal: boolean): FormattedText {
  const mustEscape = (text: string): boolean =>
    unprintable.test(text) || misread.test(text) || ragged(text) || (terminal && escapeForTerminal(text) !== text);
  const tags: ScalarTag[] = [
    {
      tag: 'tag:yaml.org,2002:float',
      default: true,
      identify: (node) => node instanceof LosslessNumber,
      resolve: (text) => text,
      stringify: ({ value: node }) => String(node),
    },
    {
      tag: 'tag:yaml.org,2002:str',
      default: true,
      identify: (node) => typeof node === 'string' && mustEscape(node),
      resolve: (text) => text,
      stringify: ({ value: node }) => quoted(String(node)),
    },
  ];
  const document = new Document(value, {
    customTags: (defaults) => [...tags, ...defaults],
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
  });
  return { text: document.toString({ lineWidth: 0 }) };
}

/**
 * A double-quoted YAML string on one line, with JSON's escapes, and `\uXXXX` for other unprintable or invisible
 * characters.
 */
function quoted(text: string): string {
  return escapeForTerminal(JSON.stringify(text)).replace(new RegExp(unprintable, 'gu'), escaped);
}

// A command line for people: the values of personal options, such as a phone number, are masked like a receipt's.

import { quoted, splitWords } from '../services/command-line.js';
import { maskedField, maskedText } from './mask.js';

/** A phone number in its international form, which no other value has. */
const phone = /^\+\d{8,15}$/;
/** A command line with the values of its personal options and fields masked; without any it is unchanged. */
export function maskedLine(line: string): string {
  const words = splitWords(line);
  const maskedWords = words.map((word, at) => {
    const flag = /^--([a-z][\w-]*)$/.exec(words[at - 1] ?? '')?.[1];
    if (flag !== undefined) return maskedField(flag.replaceAll('-', ' '), word);
    const [, name, value] = /^(--[a-z][\w-]*|[\w.]+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined)
      return phone.test(word) ? maskedField('phone', word) : maskedText(word);
    const label = name.replace(/^--/, '').replaceAll('-', ' ');
    return `${name}=${maskedField(label.slice(label.lastIndexOf('.') + 1), value)}`;
  });
  return maskedWords.every((word, at) => word === words[at]) ? line : maskedWords.map(quoted).join(' ');
}

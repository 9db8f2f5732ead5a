// Texts for people on a CI system, which obeys lines that begin with `::`, and `##[` and `##vso[` anywhere.
import { visible } from './visible.js';

const command = /^((?:[^\S\n]|\x1b\[[\d;]*m)*):(?=:)|#(?=#\w*\[)/gm;

/** A text without commands to a CI system: the first character of each is an escape. */
export const withoutCommands = (text: string): string =>
  text.replace(command, (match, before: string | undefined) =>
    before === undefined ? visible(match) : `${before}${visible(':')}`,
  );

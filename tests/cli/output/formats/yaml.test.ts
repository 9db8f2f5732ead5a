// YAML in a pipe: no character shows its texts in another order than they have, and a parser reads the same texts.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ShapedValue } from '../../../../src/cli/output/formats/shape.js';
import { asYaml } from '../../../../src/cli/output/formats/yaml.js';

test.each(['\u202a', '\u202d', '\u202e', '\u2066', '\u2069'])('%j in a key and in values', (character) => {
  const value = { [`k${character}`]: character, b: [`x${character}y`, 'one\u200dtext'] };
  const { text } = asYaml({ value } as unknown as ShapedValue, false);
  expect(text).not.toContain(character);
  expect(text).toContain('one\u200dtext');
  expect(parse(text)).toEqual(value);
});

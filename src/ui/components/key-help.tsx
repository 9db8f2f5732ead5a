// The keys of a screen as a dialog over it, made of the keymap that its reducer uses.
import { Box } from 'ink';
import { classInWords, type StatusClass } from '../../services/catalogue/statuses.js';
import { type Line, line, span, wide } from '../format/line.js';
import { roleOf, signOf } from '../format/signs.js';
import { wrap } from '../format/text.js';
import type { Key, Keymap } from '../state/keymap.js';
import { countedIn, type Size } from '../state/page.js';
import { Dialog } from './dialog.js';
import { Lines } from './lines.js';
import { RoleText } from './role-text.js';

type Section = Key['under'];
const sections: readonly Section[] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
/** As people read them: what this screen has at the left, what moves and shows in the middle, what holds everywhere at the right. */
const inThree: readonly (readonly Section[])[] = [['This screen'], ['Move', 'Copy and show'], ['Everywhere']];
const leastColumn = 23;
const leastKeyWidth = 9;
const danger = 'Keys that open something dangerous end in … and never act at once: they ask first.';
const counts = Object.entries(countedIn).map(([group, what]) => `${group} ${what}`);
const badges = `The number beside a group is what is open there: ${counts.join(', ')}.`;
const signs = (Object.keys(signOf) as StatusClass[]).map(
  (kind): Line => [span(signOf[kind], roleOf[kind]), span(` ${classInWords[kind]}`, 'muted')],
);
const marks: readonly Line[] = [
  ...signs,
  [span('▸', 'accent'), span(' selected', 'muted')],
  [span('•', 'accent'), span(' marked', 'muted')],
];

/** What is said below the keys: which of them are dangerous, what the numbers beside the groups count, what the signs of statuses and rows mean. */
function notesFor(columns: number, hasCounts: boolean): readonly (readonly Line[])[] {
  const muted = (text: string) => wrap(text, columns).map((one) => line(one, 'muted'));
  const legend = marks.reduce<Line[]>((lines, mark) => {
    const last = lines.at(-1);
    if (last && wide(last) + wide(mark) + 2 <= columns) lines[lines.length - 1] = [...last, span('  '), ...mark];
    else lines.push(mark);
    return lines;
  }, []);
  return [muted(danger), ...(hasCounts ? [muted(badges)] : []), legend];
}

interface KeyHelpProps {
  /** The name of the screen. */
  readonly title: string;
  readonly keymap: Keymap;
  /** The body that it floats over. */
  readonly area: Size;
  /** Whether numbers stand beside the groups. */
  readonly hasCounts?: boolean;
}
/** The help of a screen, in as many columns as fit. */
export function KeyHelp({ title, keymap, area, hasCounts = false }: KeyHelpProps) {
  const width = Math.min(area.columns, 84);
  const present = sections.filter((section) => keymap.some(({ under }) => under === section));
  const across = Math.max(1, Math.min(present.length, Math.floor((width - 4) / leastColumn)));
  const stacks = across === inThree.length ? inThree : stacked(present, across, keymap);
  const own = Math.floor((width - 4) / across);
  const high = Math.max(...stacks.map((stack) => heightOf(stack, keymap)));
  const notes: Line[] = [];
  for (const note of notesFor(width - 4, hasCounts)) if (high + notes.length + note.length + 2 <= area.rows) notes.push(...note);
  return (
    <Dialog title={`Keys of ${title}`} width={width} area={area}>
      <Box flexShrink={1} overflow="hidden" height={Math.min(high, area.rows - 2)}>
        {stacks.map((stack) => (
          <Box key={stack.join()} flexDirection="column" width={own} paddingRight={1} flexShrink={0}>
            {stack.map((section) => (
              <KeySection key={section} section={section} keymap={keymap} />
            ))}
          </Box>
        ))}
      </Box>
      <Lines lines={notes} />
    </Dialog>
  );
}

/** A section of the help: its keys with what they do. */
function KeySection({ section, keymap }: { readonly section: Section; readonly keymap: Keymap }) {
  const rows = keyRows(section, keymap);
  if (rows.length === 0) return null;
  const keyWidth = Math.max(leastKeyWidth, ...rows.map(({ keys }) => keys.length + 1));
  return (
    <Box flexDirection="column" flexShrink={0} marginBottom={1}>
      <RoleText variant="head">{section.toUpperCase()}</RoleText>
      {rows.map(({ keys, does }) => (
        <Box key={keys} height={1} flexShrink={0}>
          <Box width={keyWidth} flexShrink={0}>
            <RoleText variant="accent">{keys}</RoleText>
          </Box>
          <RoleText>{does}</RoleText>
        </Box>
      ))}
    </Box>
  );
}

/** The keys of a section and what they do; two that belong together are one row. */
function keyRows(section: Section, keymap: Keymap): readonly { readonly keys: string; readonly does: string }[] {
  const own = keymap.filter(({ under }) => under === section);
  return own.flatMap((key, at) => {
    if (key.pair && at > 0) return [];
    const second = own[at + 1]?.pair ? own[at + 1] : undefined;
    const names = second ? [key.keys[0], second.keys[0]] : key.keys.slice(0, 2);
    const keys = key.shown ?? names.join(' ').replace(/^(ctrl-.) ctrl-(.)$/, '$1 $2');
    return [{ keys, does: [key, ...(second ? [second] : [])].flatMap(({ brief, does }) => (brief ?? does) || []).join(', ') }];
  });
}

const heightOf = (stack: readonly Section[], keymap: Keymap): number =>
  stack.reduce((sum, section) => sum + sectionHeight(section, keymap), 0);
function sectionHeight(section: Section, keymap: Keymap): number {
  const rows = keyRows(section, keymap).length;
  return rows === 0 ? 0 : rows + 2;
}

/** The sections in so many columns, each put where least stands so far. */
function stacked(present: readonly Section[], across: number, keymap: Keymap): readonly (readonly Section[])[] {
  const stacks: Section[][] = Array.from({ length: across }, () => []);
  for (const section of present)
    stacks.reduce((least, one) => (heightOf(one, keymap) < heightOf(least, keymap) ? one : least), stacks[0]!).push(section);
  return stacks;
}

// Parts of lists and fields: an option with its marker, a field that is typed in.
import { Box } from 'ink';
import { span } from '../../text/line.js';
import { width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import type { Field } from '../state/core/field.js';
import type { LitPart } from '../state/core/palette.js';
import { Clickable, RoleText, TextLine } from './lines.js';

interface OptionProps {
  readonly label: string;
  /** The label in parts, of which some are lit. */
  readonly parts?: readonly LitPart[];
  /** The columns of the label, so that the explanations are aligned. */
  readonly labelWidth: number;
  readonly is?: string;
  readonly isMarked: boolean;
  /** A text before the label: `[x] `. */
  readonly box?: string;
  /** Its place among the choices, which a click selects. */
  readonly choice: number;
}
/** An option of a list in one row. The highlight is as wide as the column of labels. */
function Option({ label, parts, labelWidth, is = '', isMarked, box = '', choice }: OptionProps) {
  const variant = isMarked ? 'select' : 'text';
  const rest = ' '.repeat(Math.max(0, labelWidth - width(escapeControls(label))));
  return (
    <Clickable at={() => ({ choice })} height={1}>
      <Marker isMarked={isMarked} />
      <Box width={labelWidth + box.length} flexShrink={0}>
        {parts ? (
          <TextLine
            line={[
              ...parts.map(({ text, isLit }) => span(escapeControls(text), isLit && !isMarked ? 'accent' : variant)),
              span(rest, variant),
            ]}
          />
        ) : (
          <RoleText variant={variant}>{`${box}${escapeControls(label)}${rest}`}</RoleText>
        )}
      </Box>
      <RoleText variant="muted">{escapeControls(is)}</RoleText>
    </Clickable>
  );
}

interface OptionsProps {
  readonly items: readonly Pick<OptionProps, 'label' | 'parts' | 'is' | 'box'>[];
  /** The place of the first item, and the marked place. */
  readonly top: number;
  readonly marked: number;
  readonly labelWidth: number;
}
/** Options in their order. Their places are their keys: several may have one name. */
export function Options({ items, top, marked, labelWidth }: OptionsProps) {
  return items
    .map((item, at) => ({ ...item, labelWidth, choice: top + at, isMarked: top + at === marked }))
    .map((item) => <Option key={item.choice} {...item} />);
}

/** `▸` for the marked row. */
export function Marker({ isMarked }: { readonly isMarked: boolean }) {
  return (
    <Box width={2} flexShrink={0}>
      <RoleText variant="accent">{isMarked ? '▸ ' : '  '}</RoleText>
    </Box>
  );
}

/** A field that is typed in, with its cursor. */
export function Cursor({ field: { before, after } }: { readonly field: Field }) {
  return (
    <Box>
      <Box flexShrink={1}>
        <RoleText wrap="truncate-start">{escapeControls(before)}</RoleText>
      </Box>
      <Box flexShrink={0}>
        <RoleText variant="accent">▏</RoleText>
      </Box>
      <Box flexShrink={1000}>
        <RoleText>{escapeControls(after)}</RoleText>
      </Box>
    </Box>
  );
}

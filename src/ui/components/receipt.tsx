// A receipt as a card: its profile, its title, a row for each fact.
import { Box } from 'ink';
import { type Line, span } from '../../text/line.js';
import { type Mark, type ReceiptLine, type ReceiptRow, receiptRows } from '../../text/receipt.js';
import { fit as cutEnd, wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { Lines } from './lines.js';

interface Props {
  readonly mark: Mark;
  readonly title: string;
  readonly lines: readonly ReceiptLine[];
  readonly columns: number;
}

/** The card, ending in a rule. */
export function Receipt({ mark, title, lines, columns }: Props) {
  const head = headOf(mark, columns);
  const rows = receiptRows(lines, columns);
  const titles = wrap(escapeControls(title), columns - 2).map(
    (text): Line => [span(` ${cutEnd(text, columns - 2)}`, 'head')],
  );
  return (
    <Box flexDirection="column">
      <Lines lines={[...head, ...titles, []]} />
      <Lines lines={rows.flatMap((of, at) => of.map((row) => rowLine(row, lines[at]!)))} />
      <Lines lines={[[span(` ${'─'.repeat(Math.max(1, Math.min(columns, 100) - 2))}`, 'rule')]]} />
    </Box>
  );
}

/** A row of a line: the total is bold, and what a person must note stands out. */
function rowLine([label, text]: ReceiptRow, [, , role]: ReceiptLine): Line {
  if (role === 'total') return [span(` ${label}  ${text}`, 'head')];
  return [span(` ${label}  `, 'muted'), span(text, role === 'note' ? 'need' : 'text')];
}

function headOf({ is, profile }: Mark, columns: number): Line[] {
  const named = escapeControls(profile);
  const badge = {
    sandbox: span('◇ SANDBOX', 'sandbox'),
    protected: span('▲ PROTECTED', 'protected'),
    none: span('Receipt,', 'head'),
  }[is];
  const subtitle = {
    sandbox: ' receipt, nothing here is real',
    protected: ` receipt, profile ${named}`,
    none: ` profile ${named}`,
  }[is];
  return [[span(' '), badge, span(cutEnd(subtitle, Math.max(8, columns - 14)))]];
}

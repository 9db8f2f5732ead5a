// A receipt as a card: its profile, its title, a row for each fact.
import { Box, Text } from 'ink';
import inkTable from 'ink-table';
import { type ReactNode, useContext } from 'react';
import { type Line, type Role, span } from '../../text/line.js';
import { type Mark, type ReceiptLine, type ReceiptRow, receiptRows } from '../../text/receipt.js';
import { fit as cutEnd, wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { Lines } from './lines.js';
import { ThemeContext } from './theme.js';

const { default: Table } = inkTable;

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
      {rows.flatMap((of, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of a receipt is its place
        of.map((row, nth) => <Row key={`${at} ${nth}`} row={row} roles={rolesOf(lines[at]!)} />),
      )}
      <Lines lines={[[span(` ${'─'.repeat(Math.max(1, Math.min(columns, 100) - 2))}`, 'rule')]]} />
    </Box>
  );
}

/** The roles of a label and a text: the total is bold, and what a person must note stands out. */
const rolesOf = ([, , role]: ReceiptLine): readonly Role[] =>
  role === 'total' ? ['head', 'head'] : ['muted', role === 'note' ? 'need' : 'text'];

/** A row by ink-table, without its headings and edges. Each row is a table: ink-table pads texts by their lengths, not their widths. */
function Row({ row: [label, text], roles }: { readonly row: ReceiptRow; readonly roles: readonly Role[] }) {
  const Cell = ({ column, children }: { readonly column: number; readonly children?: ReactNode }) => {
    const theme = useContext(ThemeContext);
    return <Text {...theme[roles[column] ?? 'text']}>{children}</Text>;
  };
  return <Table data={[{ label, text }]} header={Nothing} skeleton={Nothing} cell={Cell} />;
}
const Nothing = () => null;

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

// ink-table without headings and edges, and with columns as wide as their texts are on a terminal.
import { Text } from 'ink';
import inkTable from 'ink-table';
import { type ReactNode, useContext } from 'react';
import type { Role } from '../../text/line.js';
import { width } from '../../text/text.js';
import { ThemeContext } from './theme.js';

const { default: Table } = inkTable;

/** Rows of texts that are safe for a terminal, in columns, with a space at each side of a text. */
export function PlainTable({
  rows,
  roles,
}: {
  readonly rows: readonly (readonly string[])[];
  readonly roles: readonly Role[];
}) {
  const widths = roles.map((_, at) => Math.max(1, ...rows.map((row) => width(row[at] ?? ''))));
  /** ink-table pads a text by its length; this pads it by its width. */
  const Cell = ({ column, children }: { readonly column: number; readonly children?: ReactNode }) => {
    const theme = useContext(ThemeContext);
    const text = String(children).slice(1).trimEnd();
    return (
      <Text {...theme[roles[column] ?? 'text']}>{` ${text}${' '.repeat(widths[column]! - width(text) + 1)}`}</Text>
    );
  };
  const data = rows.map((row) => Object.fromEntries(row.entries()));
  return <Table data={data} columns={[...roles.keys()].map(String)} header={Nothing} skeleton={Nothing} cell={Cell} />;
}

const Nothing = () => null;

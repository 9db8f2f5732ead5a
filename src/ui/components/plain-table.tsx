// ink-table, taught what it does not know: how wide a text is on a terminal, and tables without edges.
import { Text } from 'ink';
import inkTable from 'ink-table';
import { type ReactNode, useContext } from 'react';
import type { Role } from '../../text/line.js';
import { width } from '../../text/text.js';
import { ThemeContext } from './theme.js';

const { default: Table } = inkTable;
// It takes a text's length for its width, so it is given stand-ins as long as the texts are wide, which are put back in each cell.
const firstStandIn = 0xe000;
const standIn = /[\ue000-\uf8ff]+/u;
/** How many texts it can hold. */
const most = 0xf8ff - firstStandIn;

/** Rows of texts that are safe for a terminal, in columns, a space at each side of each; no headings, no edges. */
export function PlainTable({ rows, roles }: { readonly rows: readonly (readonly string[])[]; readonly roles: readonly Role[] }) {
  const texts: string[] = [];
  const held = (text: string): string => {
    texts.push(text);
    return String.fromCharCode(firstStandIn + texts.length - 1).repeat(width(text));
  };
  const fitting = rows.slice(0, Math.floor(most / Math.max(1, roles.length)));
  const data = fitting.map((row) => Object.fromEntries(row.map((text, at) => [String(at), held(text)])));
  const Cell = ({ column, children }: { readonly column: number; readonly children?: ReactNode }) => {
    const theme = useContext(ThemeContext);
    const text = String(children).replace(standIn, (one) => texts[one.charCodeAt(0) - firstStandIn]!);
    return <Text {...theme[roles[column] ?? 'text']}>{text}</Text>;
  };
  return <Table data={data} columns={roles.map((_, at) => String(at))} header={Nothing} skeleton={Nothing} cell={Cell} />;
}

const Nothing = () => null;

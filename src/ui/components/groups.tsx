// The groups: a bar above the body, or a rail at the left of a wide terminal.
import { Box } from 'ink';
import { apart, fullOf, type Line, line, type Role, span, wide } from '../../text/line.js';
import { groupNames, railWidth } from '../state/core/page.js';
import { Clickable, Lines } from './lines.js';

/** The groups in one row, for a terminal that is too narrow for the rail. */
export function GroupBar({ group, columns }: { readonly group: string; readonly columns: number }) {
  return <Lines lines={[groupBar(group, columns)]} />;
}

interface RailProps {
  readonly group: string;
  /** The names of the group's screens, and the index of the open one. */
  readonly screens?: { readonly names: readonly string[]; readonly at: number } | undefined;
  /** The number of open things of a group, by its name. */
  readonly counts?: Readonly<Record<string, number>>;
}
/** The groups in a column, the screens of the open one below it, and a vertical rule. */
export function GroupRail({
  columns,
  rows,
  ...props
}: RailProps & { readonly columns: number; readonly rows: number }) {
  const width = railWidth;
  const lines = railLines(props, width);
  return (
    <>
      <Clickable
        at={(_, y) => lines[y]?.find(({ target }) => target)?.target}
        width={width}
        height={rows}
        overflow="hidden"
      >
        <Lines lines={lines.slice(0, rows)} />
      </Clickable>
      <VerticalRule rows={rows} />
    </>
  );
}
/** A vertical rule, one column wide. */
export function VerticalRule({ rows, isFocused = false }: { readonly rows: number; readonly isFocused?: boolean }) {
  return (
    <Box width={1} flexShrink={0}>
      <Lines lines={Array<Line>(rows).fill(isFocused ? line('┃', 'accent') : line('│', 'rule'))} />
    </Box>
  );
}

/** ` Home  1Assets [2Ride] 3Wallet …` */
function groupBar(group: string, columns: number): Line {
  const bar = (short: boolean): Line =>
    groupNames.flatMap((name, at) => {
      const number = at === 0 ? (short ? '0' : '') : String(at);
      const target = { group: at };
      // bold: the open screen alone is reversed
      if (name === group) return [{ ...span(`[${at === 0 ? '' : number}${name}]`, 'head'), target }];
      return [
        { ...span(` ${number}`, 'muted'), target },
        { ...span(short ? ' ' : `${name} `), target },
      ];
    });
  // without room for all names, the open group keeps its name
  const spans = wide(bar(false)) > columns ? bar(true) : bar(false);
  return fullOf(spans, columns);
}

function railLines({ group, screens, counts = {} }: RailProps, columns: number): Line[] {
  return groupNames.flatMap((name, digit): Line[] => {
    const count = counts[name] ? span(`${counts[name]} `, 'need') : span('');
    const target = { group: digit };
    const head = (role?: Role): Line =>
      apart([{ ...span(` ${digit} `, 'muted'), target }, span(name, role)], [count], columns);
    if (name !== group) return [head()];
    const screenLines = (screens?.names ?? []).map((screen, at) => [
      { ...(at === screens?.at ? span(`[  ${screen}]`, 'select') : span(`   ${screen}`)), target: { screen: at } },
    ]);
    return [screenLines.length === 0 ? line(`[${digit} ${name}]`, 'select') : head('head'), ...screenLines];
  });
}

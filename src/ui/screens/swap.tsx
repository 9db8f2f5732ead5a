// A swap in steps: network, tokens, amount, quote. It sends reads only; tuk swap run continues from the quote.
import { Box, Text } from 'ink';
import inkTable from 'ink-table';
import { type ReactNode, useContext } from 'react';
import { emptyLines } from '../../text/grid.js';
import type { Line, Role } from '../../text/line.js';
import { fit as cutEnd, width } from '../../text/text.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { Lines, RoleText } from '../components/lines.js';
import { Cursor, Option } from '../components/option.js';

import { ThemeContext } from '../components/theme.js';
import { typed } from '../state/field.js';
import { centred } from '../state/list.js';
import type { Size } from '../state/page.js';
import { baseUnitsOf, type Quote, quoteAmounts, quoteFacts, wholeWidth } from '../state/quote.js';
import { type QueryResponse, responseOf } from '../state/responses.js';
import type { Application } from '../state/state.js';
import { checksOf, choicesOf, goodFor, quoteOf, swapLine } from '../state/swap.js';
import { quoteLine, type Swap, tokensLine } from '../state/swap-lines.js';
import { loadingLines } from '../view-models/board.js';
import { reasonLines } from '../view-models/failure.js';

// ink-table without headings and edges, and with columns as wide as their texts are on a terminal.

const { default: Table } = inkTable;

/** Rows of texts that are safe for a terminal, in columns, with a space at each side of a text. */
function PlainTable({
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

interface SwapProps {
  readonly swap: Swap;
  readonly state: Pick<Application, 'responses'>;
  readonly area: Size;
  readonly now: number;
}
const labelWidth = 17;
const steps = ['network', 'tokens', 'amount', 'quote'] as const;

/** The steps at the top, and the current one below them. */
export function SwapBody(props: SwapProps) {
  const { swap, area } = props;
  const rest = { ...area, rows: Math.max(1, area.rows - 2) };
  return (
    <Box flexDirection="column" height={area.rows} overflow="hidden">
      <StepBar swap={swap} />
      <Box marginTop={1} flexDirection="column" height={rest.rows} overflow="hidden">
        <Step {...props} area={rest} />
      </Box>
    </Box>
  );
}

function Step(props: SwapProps) {
  if (props.swap.step === 'amount') return <AmountStep swap={props.swap} />;
  return props.swap.step === 'quote' ? <QuoteStep {...props} /> : <ChoiceStep {...props} />;
}

/** ` ✓ network  ▸ tokens  ○ amount  ○ quote` */
function StepBar({ swap: { step } }: Pick<SwapProps, 'swap'>) {
  const at = steps.indexOf(step === 'from' || step === 'to' ? 'tokens' : step);
  return (
    <Box height={1} flexShrink={0} columnGap={2}>
      {steps.map((name, nth) => {
        const [sign, signRole, role] = stepStyles[Math.sign(nth - at) + 1]!;
        return (
          <Box key={name}>
            <RoleText variant={signRole}>{sign}</RoleText>
            <RoleText variant={role}>{name}</RoleText>
          </Box>
        );
      })}
    </Box>
  );
}
/** The sign and the roles of a step that is passed, current, or ahead. */
const stepStyles: readonly (readonly [sign: string, signRole: Role, role: Role])[] = [
  ['✓ ', 'good', 'text'],
  ['▸ ', 'accent', 'head'],
  ['○ ', 'muted', 'muted'],
];

function Labelled({ label, children }: { readonly label: string; readonly children?: ReactNode }) {
  return (
    <Box height={1} flexShrink={0}>
      <Box width={labelWidth} flexShrink={0}>
        <RoleText variant="muted">{label}</RoleText>
      </Box>
      {children}
    </Box>
  );
}

/** The choice of a network or a token; typed text filters the tokens. */
function ChoiceStep({ swap, state, area, now }: SwapProps) {
  const { step, query, marked, from } = swap;
  const choices = choicesOf(swap, state);
  const above = step === 'to' ? 3 : 2;
  const rows = Math.max(1, area.rows - above);
  const top = centred(marked, choices.length, rows);
  const symbolWidth = Math.min(24, Math.max(8, ...choices.map(({ symbol }) => width(escapeControls(symbol)))) + 2);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {step === 'to' && (
        <Labelled label="You give">
          <RoleText variant="head">{escapeControls(from.symbol)}</RoleText>
        </Labelled>
      )}
      <Labelled label={step === 'network' ? 'Network' : step === 'from' ? 'You give' : 'You get'}>
        {step !== 'network' && <Cursor field={query} />}
      </Labelled>
      <Box marginTop={1} flexDirection="column">
        {choices.slice(top, top + rows).map(({ symbol, name, named }, nth) => (
          <Option
            key={named}
            label={cutEnd(escapeControls(symbol), symbolWidth - 1)}
            labelWidth={symbolWidth}
            is={name}
            choice={top + nth}
            isMarked={top + nth === marked}
          />
        ))}
        {choices.length === 0 && step !== 'network' && <NoTokens {...{ swap, state, area, now }} />}
      </Box>
    </Box>
  );
}
const otherNetwork = 'esc: another network.';
/** The lines in place of a response: it is awaited, or has failed. */
function absenceLines(
  line: string,
  { asked, trouble, next }: Pick<QueryResponse, 'asked' | 'trouble'> & { readonly next: string },
  columns: number,
  now: number,
): Line[] {
  if (asked !== undefined) return loadingLines(line, asked, now);
  return trouble ? reasonLines(trouble.failure, next, columns) : [];
}
/** The reason why there is no token. */
function NoTokens({ swap, state, area, now }: SwapProps) {
  const { at, asked, trouble, rows = [] } = responseOf(state, tokensLine(swap));
  if (at !== undefined)
    return (
      <Lines
        lines={emptyLines(
          ...(rows.length === 0 ? ['No tokens can be swapped there.', otherNetwork] : [`0 of ${rows.length} fit.`]),
        )}
      />
    );
  return <Lines lines={absenceLines(tokensLine(swap), { asked, trouble, next: otherNetwork }, area.columns, now)} />;
}

/** Amount and slippage, with their checks. */
function AmountStep({ swap }: Pick<SwapProps, 'swap'>) {
  const { amount, slippage, on, from, to } = swap;
  const baseUnits = baseUnitsOf(typed(amount), from.decimals);
  return (
    <Box flexDirection="column" rowGap={1} flexShrink={0}>
      <Box flexDirection="column">
        <Labelled label="You give">
          {on === 'amount' ? <Cursor field={amount} /> : <RoleText>{typed(amount) || '–'}</RoleText>}
          <RoleText variant="muted">{` ${escapeControls(from.symbol)}`}</RoleText>
        </Labelled>
        <Labelled label="">
          <RoleText variant="muted">
            {baseUnits === undefined ? ' ' : `${baseUnits} base units of ${from.decimals} decimals`}
          </RoleText>
        </Labelled>
      </Box>
      <Labelled label="You get">
        <RoleText>{escapeControls(to.symbol)}</RoleText>
        <RoleText variant="muted">{'   how much is said by the quote'}</RoleText>
      </Labelled>
      <Labelled label="Slippage">
        {on === 'slippage' ? <Cursor field={slippage} /> : <RoleText>{typed(slippage) || '0.5'}</RoleText>}
        <RoleText variant="muted">{` %${typed(slippage) === '' ? '   0.5 if not given' : ''}`}</RoleText>
      </Labelled>
      <Box flexDirection="column">
        {checksOf(swap).map(([is, holds]) => (
          <Box key={is}>
            <RoleText variant={holds ? 'good' : 'need'}>{holds ? '✓ ' : '! '}</RoleText>
            <RoleText variant={holds ? 'text' : 'need'}>{is}</RoleText>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
/** The rows from which facts stand apart from amounts. */
const roomyFrom = 11;
/** The quote: amounts on the point, its facts, and how long it is good for. */
function QuoteStep({ swap, state, area, now }: SwapProps) {
  const quoteState = quoteOf(swap, state, now);
  const { asked, trouble } = responseOf(state, quoteLine(swap));
  if (!quoteState) {
    const next = 'r reloads; esc goes one step back.';
    return <Lines lines={absenceLines(swapLine(swap), { asked, trouble, next }, area.columns, now)} />;
  }
  const { quote, at, stale } = quoteState;
  const validity = <Validity age={now - at} stale={stale} isAsked={asked !== undefined} />;
  const isRoomy = area.rows >= roomyFrom;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <QuoteAmounts {...{ swap, quote, stale }} />
      {!isRoomy && validity}
      {isRoomy && <RoleText variant="rule">{'─'.repeat(Math.min(76, area.columns))}</RoleText>}
      <Box marginLeft={-1} flexShrink={0} flexDirection="column">
        <PlainTable
          rows={quoteFacts(swap, quote).map(([label, value]) => [label.padEnd(labelWidth - 2), value])}
          roles={['muted', stale ? 'muted' : 'text']}
        />
      </Box>
      {isRoomy && <Box marginTop={1}>{validity}</Box>}
    </Box>
  );
}

/** The amounts, aligned on the decimal point. */
function QuoteAmounts({
  swap,
  quote,
  stale,
}: Pick<SwapProps, 'swap'> & { readonly quote: Quote; readonly stale: boolean }) {
  const { amounts, point, slippage } = quoteAmounts(swap, quote);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {amounts.map(({ label, amount, unit, isLeast }) => (
        <Labelled key={label} label={label}>
          <Box paddingLeft={point - wholeWidth(amount)} flexShrink={0}>
            <RoleText variant={stale ? 'muted' : isLeast ? 'head' : 'text'}>{`${amount} ${unit}`}</RoleText>
          </Box>
          {isLeast && <RoleText variant="muted">{`   our own floor, ${slippage} % below`}</RoleText>}
        </Labelled>
      ))}
    </Box>
  );
}

const barWidth = 30;
/** The time left for a quote, or its staleness. */
function Validity({
  age,
  stale,
  isAsked,
}: {
  readonly age: number;
  readonly stale: boolean;
  readonly isAsked: boolean;
}) {
  if (isAsked)
    return (
      <Labelled label="Quote">
        <RoleText variant="wait">{'◐ '}</RoleText>
        <RoleText>a new one is asked for</RoleText>
      </Labelled>
    );
  if (stale)
    return (
      <Labelled label="Quote">
        <RoleText variant="need">{'◌ stale, '}</RoleText>
        <RoleText>{`${spanOf(age)} old: `}</RoleText>
        <RoleText variant="accent">r</RoleText>
        <RoleText>{' quotes again'}</RoleText>
      </Labelled>
    );
  const remaining = Math.ceil((goodFor - age) / 1000);
  const full = Math.round((barWidth * remaining * 1000) / goodFor);
  const isShort = remaining <= 10;
  return (
    <Labelled label="Quote">
      <RoleText variant={isShort ? 'need' : 'text'}>{`good for ${`${remaining} s`.padEnd(7)}`}</RoleText>
      <RoleText variant={isShort ? 'need' : 'wait'}>{'█'.repeat(full)}</RoleText>
      <RoleText variant="rule">{'░'.repeat(barWidth - full)}</RoleText>
      <RoleText variant="muted">{`   ${spanOf(age)} of ${goodFor / 1000} s`}</RoleText>
    </Labelled>
  );
}

// The application: its visible screen in the frame.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { jsonLine } from '../../text/json-lines.js';
import { filled, type Line, line, span } from '../../text/line.js';
import { pattern } from '../../text/row-match.js';
import { width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { CommandDialog } from '../components/command-dialog.js';
import { Dialog } from '../components/dialog.js';
import { Frame } from '../components/frame.js';
import { VerticalRule } from '../components/groups.js';
import { Clickable, Lines, LinkContext, RoleText, TextLine } from '../components/lines.js';

import { Cursor, Options } from '../components/option.js';
import { type Chooser, takes } from '../state/core/chooser.js';
import { typed } from '../state/core/field.js';
import { centred, clamped } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import { litParts } from '../state/core/palette.js';
import { responseOf } from '../state/core/responses.js';
import { type JsonScreen, type WelcomeScreen, welcomeCommands, welcomeMenu } from '../state/core/screens.js';
import { type Application, serviceTime, timeFor, topOf } from '../state/core/state.js';
import { stepSays } from '../state/forms/job.js';
import type { LinkLabels } from '../state/keys/links.js';
import { paletteFound } from '../state/palette/palette-entries.js';
import { applicationFrame, viewOf } from '../view-models/application.js';
import { type BoardView, belowRows } from '../view-models/board.js';
import { homeLayout, type PlacedPane, paneBody, paneTitle } from '../view-models/home.js';
import { palettePreview } from '../view-models/palette-preview.js';
import { BoardBody } from './board.js';
import { FormBody } from './form.js';
import { WatchBody } from './watch.js';

// The command palette: a text field over the commands that match it.

/** The most rows, without and with a preview. */
const [maxRows, maxPreviewed] = [10, 14] as const;

interface PaletteProps {
  readonly state: Application;
  readonly palette: NonNullable<Application['palette']>;
  readonly area: Size;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
}
/** The width from which what is marked is previewed at the right, and the widths of both parts. */
const [previewFrom, listWide, mostWide] = [96, 58, 120] as const;

/** The palette, with as many matches as there is room for, and a preview of the marked one. */
export function Palette({ state, palette: { field, marked }, area, now }: PaletteProps) {
  const matches = paletteFound(state);
  const isWide = area.columns >= previewFrom;
  const rows = Math.max(1, Math.min(isWide ? maxPreviewed : maxRows, area.rows - 6));
  const top = Math.max(0, marked - rows + 1);
  const visible = matches.slice(top, top + rows);
  const nameWidth = Math.max(0, ...visible.map(({ name }) => width(name))) + 2;
  const whole = isWide ? Math.min(area.columns, mostWide) : Math.min(area.columns, 72);
  const wide = isWide ? whole - listWide - 7 : 0; // its frame takes four columns, the rule three
  const entry = matches[marked];
  const preview = isWide && entry ? palettePreview(entry, state, wide, now) : [];
  const list = (
    <Box flexDirection="column" width={isWide ? listWide : undefined} flexShrink={0} overflow="hidden">
      <Box>
        <RoleText variant="accent">{': '}</RoleText>
        <Cursor field={field} />
      </Box>
      <Box marginTop={1} justifyContent="space-between">
        <RoleText variant="head">COMMANDS</RoleText>
        <RoleText variant="muted">{state.commands ? String(matches.length) : '◐'}</RoleText>
      </Box>
      <Box flexDirection="column" height={rows}>
        <Options
          items={visible.map(({ name, is }) => ({ label: name, is, parts: litParts(typed(field), name) }))}
          labelWidth={nameWidth}
          {...{ top, marked }}
        />
      </Box>
      <RoleText variant="muted">
        {matches.length === 0 && state.commands
          ? 'no command, screen or loaded thing is like that'
          : typed(field) === '' && state.typedLines
            ? '↑ shows earlier entries'
            : 'enter opens reads, and runs what is typed in full'}
      </RoleText>
    </Box>
  );
  return (
    <Dialog title="Command" width={whole} area={area}>
      {isWide ? (
        <Box height={rows + 4}>
          {list}
          <Box marginLeft={1} flexShrink={0}>
            <VerticalRule rows={rows + 4} isFocused={false} />
          </Box>
          <Box marginLeft={1}>
            <Lines lines={preview} columns={wide} rows={rows + 4} />
          </Box>
        </Box>
      ) : (
        list
      )}
    </Dialog>
  );
}

// Raw JSON as lines, with line numbers.

/** Raw JSON from its first visible line on. @param fits whether a line has the searched text */
function jsonBody(screen: JsonScreen, { rows, columns }: Size, fits: (text: string) => boolean): Line[] {
  const { layout, top, query, marked = 0 } = screen;
  const digits = String(layout.length).length + 1;
  const first = clamped(top, layout.length - rows);
  return layout.slice(first, first + rows).map((row, nth): Line => {
    const at = first + nth;
    const text = escapeControls(row);
    const number = span(`${at === marked ? '▸' : ' '}${String(at + 1).padStart(digits)} `, 'muted');
    const pieces =
      at === marked
        ? filled([number, span(text)], columns).map((piece) => span(piece.text, 'select'))
        : [number, ...(query !== '' && fits(row) ? [span(text, 'need')] : jsonLine(text))];
    return pieces.map((piece) => ({ ...piece, target: { choice: at } }));
  });
}

// A short list over a screen: its items around the marked one, and a note.

const maxNoteWidth = 68;
/** The least width of a list that is typed into. */
const leastTyped = 44;
const widestOf = (texts: readonly (string | undefined)[]): number =>
  Math.max(0, ...texts.map((text) => (text === undefined ? 0 : width(escapeControls(text)))));

/** What enter takes, and what is said of the list. */
const noteOf = (chooser: Chooser) => [takes(chooser), chooser.note].filter(Boolean).join('  ') || undefined;

/** The list, as high as there is room for. */
export function ChooserDialog({ chooser, area }: { readonly chooser: Chooser; readonly area: Size }) {
  const { title, items, marked, of, typing } = chooser;
  const note = noteOf(chooser);
  const isSeveral = of === 'columns';
  const labelWidth = Math.max(4, widestOf(items.map(({ label }) => label)));
  const beside = widestOf(items.map(({ is }) => is));
  const needed = Math.max(
    typing ? leastTyped : 0,
    width(title) + 8,
    Math.min(maxNoteWidth, widestOf([note])) + 4,
    labelWidth + beside + (isSeveral ? 14 : 10),
  );
  const dialogWidth = Math.min(area.columns, needed);
  const noteRows = note === undefined ? 0 : Math.ceil(widestOf([note]) / Math.max(1, dialogWidth - 4)) + 1;
  const rows = Math.max(1, Math.min(items.length, area.rows - 2 - noteRows - (typing ? 2 : 0)));
  const top = centred(marked, items.length, rows);
  return (
    <Dialog title={title} width={dialogWidth} area={area}>
      {typing && (
        <Box marginBottom={1} flexShrink={0}>
          <RoleText variant="accent">{'/ '}</RoleText>
          <Cursor field={typing} />
        </Box>
      )}
      <Options
        items={items
          .slice(top, top + rows)
          .map(({ label, is, on }) => ({ label, is, box: isSeveral ? (on ? '[x] ' : '[ ] ') : '' }))}
        labelWidth={labelWidth + 2}
        {...{ top, marked }}
      />
      {note !== undefined && (
        <Box marginTop={1}>
          <RoleText variant="muted" wrap="wrap">
            {escapeControls(note)}
          </RoleText>
        </Box>
      )}
    </Dialog>
  );
}

// Home: panes in columns, each with its own read; a failed pane leaves the others alone.

interface HomeProps {
  readonly state: Application;
  /** The index of the selected pane, and its row under the cursor. */
  readonly marked: number;
  readonly row: number | undefined;
  readonly area: Size;
  readonly now: number;
}
/** The panes of Home. */
function HomeBody({ state, marked, row, area, now }: HomeProps) {
  if (!state.signedIn) return <Lines lines={[line('Nobody is signed in.'), line('Sign in: type :login', 'muted')]} />;
  const stacks = homeLayout(state, area, { marked, now });
  const width = Math.floor(area.columns / stacks.length);
  return (
    <Box height={area.rows} overflow="hidden">
      {stacks.map((stack) => (
        <Box
          key={stack[0]?.pane.title ?? ''}
          flexDirection="column"
          width={width}
          height={area.rows}
          flexShrink={0}
          overflow="hidden"
        >
          {stack.map((placed) => (
            <HomePane
              key={placed.pane.title}
              {...{ placed, state, now }}
              columns={width - 3}
              isMarked={placed.at === marked}
              row={row}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

interface PaneProps {
  readonly placed: PlacedPane;
  readonly state: Application;
  readonly columns: number;
  readonly isMarked: boolean;
  readonly row: number | undefined;
  readonly now: number;
}
/** A pane: its title, then as many lines as there is room for. */
function HomePane({ placed: { pane, at, lines }, state, columns, isMarked, row = 0, now }: PaneProps) {
  const body = paneBody(state, pane, columns, lines, now, isMarked ? row : undefined);
  return (
    <Clickable at={() => ({ pane: at })} flexDirection="column" marginBottom={1}>
      <TextLine line={paneTitle(state, pane, isMarked, columns, serviceTime(state, now))} />
      <Lines lines={body} columns={columns} rows={lines} />
    </Clickable>
  );
}

// The first screen of the first start: a few keys, and the next steps.

const keys = [
  ['0 … 9', 'open Home or a group'],
  ['enter', 'open the marked row; esc goes back'],
  [':', 'run any command'],
  ['?', 'show every key of this screen'],
] as const;

/** The welcome. */
function WelcomeBody({ menu }: Pick<WelcomeScreen, 'menu'>) {
  return (
    <Box flexDirection="column" rowGap={1} flexShrink={0}>
      <RoleText>tuk: rides, vehicle assets, wallets, swaps, points and a store in one window.</RoleText>
      <Box flexDirection="column">
        <RoleText>This is the sandbox: a back end on this machine, with sample data.</RoleText>
        <RoleText>Nothing here is real, and nothing leaves this computer.</RoleText>
      </Box>
      <Box flexDirection="column">
        <RoleText variant="head">Keys to begin with</RoleText>
        {keys.map(([name, does]) => (
          <Box key={name}>
            <Box width={11} paddingLeft={2} flexShrink={0}>
              <RoleText variant="accent">{name}</RoleText>
            </Box>
            <RoleText>{does}</RoleText>
          </Box>
        ))}
      </Box>
      <Box flexDirection="column">
        <Options
          items={welcomeMenu.map((label, at) => ({ label, is: welcomeCommands[at] }))}
          top={0}
          marked={menu.marked}
          labelWidth={47}
        />
      </Box>
    </Box>
  );
}

interface ScreenProps {
  readonly state: Application;
  readonly size: Size;
  readonly now: number;
}

/** All of the terminal. @param links takes the labels of the links, while letters open them */
export function ApplicationScreen({ state, size, now, links }: ScreenProps & { readonly links?: LinkLabels }) {
  const view = viewOf(state, now);
  return (
    <Frame {...applicationFrame(state, view, size, now)} {...{ size, now }} dialog={dialogOf(state, now)}>
      {(area) => (
        <LinkContext value={links}>
          <ScreenBody {...{ state, size, now, area, view }} />
        </LinkContext>
      )}
    </Frame>
  );
}

function dialogOf(state: Application, now: number): ((area: Size) => ReactNode) | undefined {
  const { palette, chooser, running } = state;
  if (running) return (area) => <CommandDialog {...{ running, area, now }} />;
  if (palette) return (area) => <Palette {...{ state, palette, area }} now={serviceTime(state, now)} />;
  return (chooser && !chooser.isStep && ((area: Size) => <ChooserDialog {...{ chooser, area }} />)) || undefined;
}

function ScreenBody({
  state,
  size,
  now,
  area,
  view,
}: ScreenProps & { readonly area: Size; readonly view: BoardView | undefined }): ReactNode {
  const top = topOf(state);
  const page = (lines: Parameters<typeof Lines>[0]['lines']) => (
    <Lines lines={lines} columns={area.columns} rows={area.rows} />
  );
  switch (top.kind) {
    case 'welcome':
      return <WelcomeBody menu={top.menu} />;
    case 'home':
      return <HomeBody {...{ state, area, now }} marked={top.pane} row={top.row} />;
    case 'form':
      return (
        <FormBody
          {...{ area, now }}
          form={top}
          chooser={state.chooser?.isStep ? state.chooser : undefined}
          says={stepSays(state, top)}
          below={(free) => {
            const { below } = top.spec;
            const response = below?.command === undefined ? undefined : responseOf(state, below.command);
            return below && response
              ? belowRows(below, response, state.reveal, free, timeFor(state, response, now))
              : [];
          }}
        />
      );
    case 'watch':
      return <WatchBody {...{ state, area, now }} screen={top} />;
    case 'json':
      return page(jsonBody(top, area, pattern(top.query)));
    default:
      return view && <BoardBody {...{ view, area, size }} now={timeFor(state, view.response, now)} />;
  }
}

// The application: its visible screen in the frame.
import type { ReactNode } from 'react';
import { pattern } from '../../text/row-match.js';
import { ChooserDialog } from '../components/chooser-dialog.js';
import { CommandDialog } from '../components/command-dialog.js';
import { Frame } from '../components/frame.js';
import { Lines, LinkContext } from '../components/lines.js';
import { Palette } from '../components/palette.js';
import type { LinkLabels } from '../state/links.js';
import type { Size } from '../state/page.js';
import { type Application, serviceTime, topOf } from '../state/state.js';
import { apiOf, applicationFrame, viewOf } from '../view-models/application.js';
import type { BoardView } from '../view-models/board.js';
import { jsonBody } from '../view-models/json.js';
import { BoardBody } from './board.js';
import { FormBody } from './form.js';
import { HomeBody } from './home.js';
import { SwapBody } from './swap.js';
import { WatchBody } from './watch.js';
import { WelcomeBody } from './welcome.js';

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
  return chooser && ((area) => <ChooserDialog {...{ chooser, area }} />);
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
      return <HomeBody {...{ state, area, now }} marked={top.pane} />;
    case 'form':
      return top.swap ? (
        <SwapBody {...{ state, area, now }} swap={top.swap} />
      ) : (
        <FormBody {...{ area, now }} form={top} api={apiOf(state, top)} />
      );
    case 'watch':
      return <WatchBody {...{ state, area, now }} screen={top} />;
    case 'json':
      return page(jsonBody(top, area, pattern(top.query)));
    default:
      return view && <BoardBody {...{ view, area, size }} now={serviceTime(state, now)} />;
  }
}

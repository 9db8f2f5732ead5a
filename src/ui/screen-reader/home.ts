// Screen reader form of Home: signing in, and a line for each pane.

import { counted } from '../../services/counted.js';
import { asText, isRecord } from '../../services/json-value.js';
import { seriesOf } from '../../text/chart.js';
import { cellOf, labelOf } from '../../text/column.js';
import { lineText } from '../../text/line.js';
import { present } from '../../text/present.js';

import { cellTexts, sentences } from '../../text/spoken-record.js';
import { escapeControls } from '../../text/visible.js';
import { openItem } from '../state/badges.js';
import { ownedBy } from '../state/owner.js';
import { maskedUnless, type QueryResponse, responseOf, sentence } from '../state/responses.js';

import type { Application, Pane } from '../state/state.js';
import { columnOf } from '../state/table-settings.js';
import { figurePaths, totalLine, unitOf, wantedRows } from '../view-models/home.js';
import { run } from './act.js';
import { ownerText } from './group-lines.js';
import { printChoices, show } from './screen.js';
import type { Conversation } from './session.js';

// Screen reader form of Home: a line for each pane.

/** A pane of Home as a line; undefined if its command is missing. */
export function paneText(
  state: Pick<Application, 'responses' | 'reveal'>,
  pane: Pane,
  now: number,
): string | undefined {
  const response = responseOf(state, pane.command);
  if (response.absent) return undefined;
  if (response.at === undefined) return `${pane.title}: ${escapeControls(response.trouble?.text ?? 'no answer')}`;
  const body = sentences(paneBody(pane, response, now, state.reveal));
  const { trouble, leftOut = [] } = response;
  const left = leftOut.map((name) => ` Not read: ${escapeControls(name)}`).join('');
  return `${pane.title}: ${body}${left}${trouble ? ` This is old: ${escapeControls(trouble.text)}` : ''}`;
}
const withoutStop = (text: string): string => text.replace(/\.$/, '');
const mostInPane = 4;
function paneBody(pane: Pane, response: QueryResponse, now: number, reveal: boolean): string[] {
  const rows = maskedUnless(reveal, response.rows ?? []);
  switch (pane.shows) {
    case 'open': {
      const row = openItem(pane, rows);
      return row ? cellTexts(row, response, now) : [pane.item?.none[0] ?? 'none'];
    }
    case 'course': {
      const [series] = response.chart && rows.length > 1 ? seriesOf(rows, response.chart) : [];
      const last = series?.bars.at(-1);
      return series && last
        ? [`${last.text} ${series.unit}`.trim(), `Change ${series.change.replace('-', 'minus ').replace('+', 'plus ')}`]
        : ['none'];
    }
    case 'figures': {
      const value = maskedUnless(reveal, response.value);
      if (!isRecord(value)) return [escapeControls(asText(value))];
      return figurePaths(value, pane.fields)
        .slice(0, mostInPane)
        .map((path) => `${labelOf(path)} ${cellOf(value, { path, as: 'amount' }, now).text}${unitOf(value, path)}`);
    }
    case 'rows': {
      const rowsOfPane = wantedRows(rows, pane);
      const columns = pane.fields?.map((path) => columnOf(response.columns, path)) ?? response.columns.slice(0, 3);
      const total = rowsOfPane.length > 1 ? totalLine(rowsOfPane, pane) : undefined;
      const texts = rowsOfPane
        .slice(0, mostInPane)
        .map((row) => cellTexts(row, { columns, id: response.id }, now).map(withoutStop).join(', '));
      return present([
        rowsOfPane.length === 0 ? 'none' : counted(rowsOfPane.length, 'row'),
        total && lineText(total),
        ...texts,
        rowsOfPane.length > mostInPane && `and ${rowsOfPane.length - mostInPane} more`,
      ]);
    }
  }
}

/** Signs in: to the sandbox at once, elsewhere by the command. */
export async function signIn(conversation: Conversation): Promise<void> {
  if (conversation.state.head.mark !== 'sandbox') {
    return run(conversation, 'login'); // the command prints the user
  } else {
    try {
      const owner = await conversation.dependencies.enterSandbox();
      const there = ownedBy(conversation.state, owner).stack;
      conversation.dispatch({ what: 'signed in', ...owner });
      conversation.forget();
      conversation.state = { ...conversation.state, stack: there }; // the screen stays
    } catch (error) {
      return conversation.print([escapeControls(sentence(error))]);
    }
  }
  if (conversation.stopped || !conversation.state.signedIn) return;
  await conversation.requester.who();
  conversation.print([ownerText(conversation.state.head, true, conversation.now)]);
  if (conversation.at === 'screen') return show(conversation);
  printChoices(conversation);
}

/** Prints the panes of Home, without the choices. */
export async function printPanes(conversation: Conversation): Promise<void> {
  const { panes, owner } = conversation.state;
  if (!conversation.state.signedIn) return conversation.print(['Nobody is signed in. l signs in.']);
  await conversation.requester.responses(
    panes.map(({ command: line }) => ({ line, spec: line })),
    0,
  );
  if (conversation.stopped) return;
  if (conversation.state.owner !== owner) return printPanes(conversation);
  const lines = panes.flatMap((pane) => paneText(conversation.state, pane, conversation.serviceNow) ?? []);
  conversation.print(['', 'Home. The present state:', ...lines.map((line) => `  ${line}`)]);
}

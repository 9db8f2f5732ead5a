// Screen reader form above the screens: the profile, the groups, the screens of a group.

import { counted } from '../../services/counted.js';
import { maskName } from '../../text/mask.js';
import { numberOf, spoken } from '../../text/spoken-record.js';
import { escapeControls } from '../../text/visible.js';
import { pageKinds } from '../page-kinds/page-kinds.js';
import type { Head } from '../state/core/page.js';
import type { GroupSpec, ScreenSpec } from '../state/core/screens.js';

/** The owner in sentences: profile, session, user. */
export function ownerText(head: Head, signedIn: boolean, now: number): string {
  const who =
    head.who === undefined ? 'Signed in.' : `Signed in as ${maskName(escapeControls(head.who)).split('•')[0]}, masked.`;
  return `tuk. ${headText(head, now)} ${signedIn ? who : 'Nobody is signed in.'}`;
}

/** The profile, and the end of the session. */
function headText({ mark, profile, sessionEnds }: Head, now: number): string {
  const marked = {
    sandbox: 'Sandbox: nothing here is real. ',
    protected: 'Protected. ',
    live: 'Live: all of this is real. ',
  };
  const session = sessionEnds === undefined ? '' : ` Session ends in ${spoken(sessionEnds - now)}.`;
  return `${mark ? marked[mark] : ''}Profile ${escapeControls(profile)}.${session}`;
}

/** The groups by their digits. */
export const groupNamesLines = (groups: readonly GroupSpec[]): string[] => [
  'Groups:',
  ...groups.map(
    ({ digit, name, screens }) =>
      `  ${digit}. ${name}${name === 'Home' ? ', the present state' : ''}${screens.length === 0 ? '' : `, ${counted(screens.length, 'screen')}`}`,
  ),
];

/** The kind of a screen in words; empty for a table or a page. */
function kindText({ kind = 'read' }: ScreenSpec): string {
  const words = { read: '', form: 'a form', find: 'search by words' };
  return kind === 'read' || kind === 'form' || kind === 'find' ? words[kind] : pageKinds[kind].is;
}
/** The screens of a group, numbered. */
export const screenNames = ({ name, screens }: GroupSpec): string[] => [
  `${escapeControls(name)}. ${counted(screens.length, 'screen')}:`,
  ...screens.map((spec, at) => {
    const kind = kindText(spec);
    return `${numberOf(at + 1, screens.length)}${escapeControls(spec.name)}${kind === '' ? '' : `, ${kind}`}`;
  }),
];

// A command over the dimmed screen: what it prints, its receipt, its question with the answer that is typed.
import { Box } from 'ink';
import { width, wrap } from '../format/text.js';
import { spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import type { Size } from '../state/page.js';
import type { RunningCommand } from '../state/running-command.js';
import { Dialog } from './dialog.js';
import { RoleText } from './role-text.js';

const maxWidth = 110;
/** The columns of the command's output, in a body this wide. */
export const commandColumns = (columns: number): number => Math.max(20, Math.min(columns, maxWidth) - 4);

/** The end of its output, as much as there is room for; its end below that. */
export function CommandDialog({ running, area, now }: { readonly running: RunningCommand; readonly area: Size; readonly now: number }) {
  const { line, lines, typing, isReading, scrolled, code } = running;
  const columns = commandColumns(area.columns);
  const cursor = isReading && code === undefined ? '▏' : '';
  const wrapped = lines.flatMap((text, at) => {
    const isLast = at === lines.length - 1;
    if (isLast && text === '' && typing === '' && cursor === '') return [];
    const shown = escapeControls(text) + (isLast ? `${escapeControls(typing)}${cursor}` : '');
    return width(shown) <= columns ? [shown] : wrap(shown, columns); // what fits keeps its indentation
  });
  const rows = Math.max(1, area.rows - 4);
  const end = Math.max(Math.min(rows, wrapped.length), wrapped.length - scrolled);
  const visible = wrapped.slice(Math.max(0, end - rows), end);
  const several = line.includes('\n');
  return (
    <Dialog title={several ? 'tuk, several commands' : `tuk ${line}`} width={columns + 4} area={area}>
      <Box flexDirection="column">
        {visible.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a terminal is its place
          <Box key={at} height={1} flexShrink={0}>
            <RoleText variant={isReading && cursor !== '' && text.endsWith('▏') ? 'head' : 'text'}>{text === '' ? ' ' : text}</RoleText>
          </Box>
        ))}
      </Box>
      <End running={running} isPrinted={visible.length > 0} now={now} />
    </Dialog>
  );
}

/** How long nothing is said of the time that a command takes, milliseconds. */
const patience = 2000;
/** `runs`; once that takes long, for how long, and the request whose response has not come. */
function waitText({ since, request }: RunningCommand, now: number): string {
  const waits = since === undefined ? 0 : now - since;
  return waits < patience ? 'runs' : `runs ${spanOf(waits)}${request === undefined ? '' : `, waits for ${escapeControls(request)}`}`;
}
interface EndProps {
  readonly running: RunningCommand;
  readonly isPrinted: boolean;
  readonly now: number;
}
/** That it runs, or how it has ended. */
function End({ running, isPrinted, now }: EndProps) {
  const { code, isReading } = running;
  if (code === undefined && isReading) return null;
  return (
    <Box marginTop={isPrinted ? 1 : 0} height={1} flexShrink={0}>
      <RoleText variant={code === undefined ? 'wait' : code === 0 ? 'good' : 'bad'}>
        {code === undefined ? '◐ ' : code === 0 ? '✓ ' : '✗ '}
      </RoleText>
      <RoleText>{code === undefined ? waitText(running, now) : `${code === 0 ? 'Done.' : `Exit code ${code}.`} Enter goes back.`}</RoleText>
    </Box>
  );
}

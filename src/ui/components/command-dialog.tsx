// A command over the dimmed screen: its output, its question and the typed reply.
import { Box } from 'ink';
import type { Role } from '../../text/line.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { Size } from '../state/core/page.js';
import type { RunningCommand } from '../state/core/state.js';
import { commandColumns, effectOf, visibleRows } from '../view-models/command.js';
import { Dialog } from './dialog.js';
import { RoleText } from './lines.js';

/** The end of its output, as much as there is room for, and its state. */
export function CommandDialog({
  running,
  area,
  now,
}: {
  readonly running: RunningCommand;
  readonly area: Size;
  readonly now: number;
}) {
  const { line } = running;
  const { rows, above, below } = visibleRows(running, area);
  const effect = effectOf(running);
  const several = line.includes('\n');
  return (
    <Dialog
      title={several ? 'tuk, several commands' : `tuk ${line}`}
      width={commandColumns(area.columns) + 4}
      area={area}
      role={effect?.role}
      tag={effect?.is}
      foot={restText(above, below)}
    >
      <Box flexDirection="column">
        {rows.map(({ text, role }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a terminal is its place
          <Box key={at} height={1} flexShrink={0}>
            <RoleText variant={role}>{text === '' ? ' ' : text}</RoleText>
          </Box>
        ))}
      </Box>
      <End running={running} isPrinted={rows.length > 0} now={now} />
    </Dialog>
  );
}

/** `↑ 9 rows above: pgup`: nobody should agree to what is out of sight without knowing it. */
const restText = (above: number, below: number): string | undefined =>
  above > 0
    ? `↑ ${above} ${above === 1 ? 'row' : 'rows'} above: pgup`
    : below > 0
      ? `↓ ${below} ${below === 1 ? 'row' : 'rows'} below: pgdn`
      : undefined;
/** The time after which the duration of a command is shown, milliseconds. */
const patience = 2000;
/** `runs`; after a while also for how long, and the request without a response. */
function waitText({ since, request }: RunningCommand, now: number): string {
  const waits = since === undefined ? 0 : now - since;
  return waits < patience
    ? 'runs'
    : `runs ${spanOf(waits)}${request === undefined ? '' : `, waits for ${escapeControls(request)}`}`;
}
interface EndProps {
  readonly running: RunningCommand;
  readonly isPrinted: boolean;
  readonly now: number;
}
/** The state of the command: it runs, or has ended. */
function End({ running, isPrinted, now }: EndProps) {
  const { code, isReading } = running;
  if (code === undefined && isReading) return null;
  const [sign, role, text] = stateOf(running, now);
  return (
    <Box marginTop={isPrinted ? 1 : 0} height={1} flexShrink={0}>
      <RoleText variant={role}>{sign}</RoleText>
      <RoleText>{text}</RoleText>
    </Box>
  );
}
function stateOf(running: RunningCommand, now: number): readonly [sign: string, role: Role, text: string] {
  const { code } = running;
  if (code === undefined) return ['◐ ', 'wait', waitText(running, now)];
  return code === 0 ? ['✓ ', 'good', 'Done. Enter goes back.'] : ['✗ ', 'bad', `Exit code ${code}. Enter goes back.`];
}

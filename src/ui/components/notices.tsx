// What stands in place of data: a read on its way, a missing command, nothing at all.
import { Box } from 'ink';
import { escapeControls } from '../format/visible.js';
import { patience } from '../state/observed.js';
import { RoleText } from './role-text.js';

/** `◐ requesting: tuk assets offerings  0.4 s`, once one has waited for it. `since` and `now` in milliseconds. */
export function Waiting({ command, since, now }: { readonly command: string; readonly since: number; readonly now: number }) {
  if (now - since < patience) return null;
  return (
    <Box>
      <RoleText variant="wait">{'◐ '}</RoleText>
      <RoleText>{`requesting: tuk ${command}  `}</RoleText>
      <RoleText variant="muted">{`${((now - since) / 1000).toFixed(1)} s`}</RoleText>
    </Box>
  );
}

/** A failure in one sentence, and what can be done. */
export function Problem({ text, next }: { readonly text: string; readonly next: string }) {
  return (
    <Box flexDirection="column">
      <Box>
        <Box width={2} flexShrink={0}>
          <RoleText variant="bad">✗</RoleText>
        </Box>
        <RoleText wrap="wrap">{escapeControls(text)}</RoleText>
      </Box>
      <RoleText variant="muted" wrap="wrap">
        {next}
      </RoleText>
    </Box>
  );
}

/** That there is nothing, and what follows from it. */
export function Nothing({ is, next }: { readonly is: string; readonly next: string }) {
  return (
    <Box flexDirection="column">
      <RoleText>{is}</RoleText>
      <RoleText variant="muted">{next}</RoleText>
    </Box>
  );
}

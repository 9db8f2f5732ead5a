// A picture of a file in the application: in full where the terminal draws pictures in the place of text, else in half blocks.
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { PictureContext, TerminalPicture } from '../../../src/ui/components/terminal-picture.js';
import { ThemeContext, themeOf } from '../../../src/ui/components/theme.js';

const picture = { width: 2, height: 2, rgba: new Uint8Array(16).fill(255) };

/** The beginning of a PNG of two by two pixels. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000000200000002080600000000000000', 'hex'),
]);

function drawn(env: Readonly<Record<string, string>>) {
  const written: string[] = [];
  const terminal = { env, writeAside: (sequence: string) => void written.push(sequence) };
  const screen = render(
    <ThemeContext value={themeOf({ LANG: 'C.UTF-8', COLORFGBG: '15;0', ...env })}>
      <PictureContext value={terminal}>
        <TerminalPicture picture={picture} png={png} at={255} area={{ rows: 10, columns: 20 }} />
      </PictureContext>
    </ThemeContext>,
  );
  return { written, frame: screen.lastFrame() ?? '', unmount: () => screen.unmount() };
}

test('kitty gets the picture once, characters in its place, and its removal at the end', () => {
  const { written, frame, unmount } = drawn({ TERM: 'xterm-kitty', COLORTERM: 'truecolor' });
  expect(written).toEqual([expect.stringMatching(/^\x1b_Ga=T,U=1,f=100,i=256,c=1,r=1,/)]);
  expect(frame).toContain('\u{10eeee}');
  unmount();
  expect(written.at(-1)).toBe('\x1b_Ga=d,d=I,i=256,q=2\x1b\\');
});

test.each([
  { TERM: 'xterm-kitty' }, // the colour that names the picture needs all colours
  { TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  { TERM: 'xterm-kitty', COLORTERM: 'truecolor', TMUX: '/tmp/x' },
  { TERM: 'xterm-256color', COLORTERM: 'truecolor', TERM_PROGRAM: 'iTerm.app' },
] as Record<string, string>[])('%j gets half blocks', (env) => {
  const { written, frame } = drawn(env);
  expect([written, frame.includes('\u{10eeee}')]).toEqual([[], false]);
});

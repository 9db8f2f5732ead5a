// The QR code of an address stands below the fields only where it can be scanned and there is room, and never where nobody
// must pay any more.
import { expect, test } from 'vitest';
import { codeText } from '../../../src/text/code.js';
import { line } from '../../../src/text/line.js';
import { payToCode } from '../../../src/things/bridge-swap.js';
import { walletCode } from '../../../src/things/wallet.js';
import { WithCode } from '../../../src/ui/components/qr-code.js';
import { frame } from '../../support/frames.js';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const lines = [line('To pay to'), line(address)];
const colours = { COLORTERM: 'truecolor', LANG: 'C.UTF-8' };
function drawn({ rows = 24, columns = 60, env = colours as Record<string, string>, text = address as string | null }) {
  const part = <WithCode lines={lines} text={text ?? undefined} area={{ rows, columns }} />;
  return frame(part, { columns, rows, env, isColoured: true }).text();
}

test('it stands below the fields, in black on white', () => {
  const shown = drawn({});
  expect(shown).toContain('ADDRESS AS A QR CODE');
  expect(shown).toContain('▀▀▀▀▀▀▀');
  expect(shown).toContain('\x1b[38;2;0;0;0m');
  expect(shown).toContain('\x1b[48;2;255;255;255m');
});

test.each([
  ['too few rows', { rows: 20 }],
  ['too few columns', { columns: 32 }],
  ['no colours', { env: { NO_COLOR: '1' } }],
  ['only ASCII', { env: { COLORTERM: 'truecolor', LC_ALL: 'C' } }],
  ['no address', { text: null }],
])('it is left out: %s', (_, options) => {
  const shown = drawn({ ...options });
  expect(shown).not.toContain('QR');
  expect(shown).toContain('To pay to');
});

const columns = [{ path: 'status', as: { status: 'WalletTransactionStatus' } }] as const;
test('a swap has the code of its address until it is paid or over; a wallet always', () => {
  const swap = { status: 'PENDING', depositAddress: address };
  expect(codeText(swap, payToCode, columns)).toBe(address);
  expect(codeText({ ...swap, depositHash: '0x1' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, status: 'SUCCESS' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, status: 'NEW WORD' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ ...swap, depositAddress: '0xf39F••••2266-masked-address' }, payToCode, columns)).toBeUndefined();
  expect(codeText({ address }, walletCode, [])).toBe(address);
  expect(codeText({}, walletCode, [])).toBeUndefined();
});

// A terminal shows an address to pay to as a QR code; no pipe, format, selection or screen reader gets one, nor an address
// that must not be paid.
import { expect, test } from 'vitest';
import { lineText } from '../../../src/text/line.js';
import { qrLines } from '../../../src/text/qr.js';
import { respondByPath } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const codeOf = (address: string) => qrLines(address).map(lineText).join('\n');
const terminal = { terminal: true, env: { NO_COLOR: '1' } };

test('the main wallet and a deposit have the code of their address below them', async () => {
  const user = await signedIn();
  const { address } = await user.json('wallet main');
  expect((await user.run('wallet main', terminal)).stdout).toContain(codeOf(address));
  const deposit =
    'points deposit --amount 50 -f currencyId=MVL -f address=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --yes';
  const { stdout, stderr } = await user.run(deposit, terminal);
  const [, payTo = ''] = /Pay 50 MVL to (0x\w{40}) on/.exec(stderr) ?? [];
  expect(stdout).toContain(codeOf(payTo));
});

test.each([
  ['a pipe', 'wallet main', {}],
  ['another format', 'wallet main -o json', terminal],
  ['a selection', 'wallet main --jq .address', terminal],
  ['quiet output', 'wallet main --quiet', terminal],
  ['a screen reader', 'wallet main', { terminal: true, env: { NO_COLOR: '1', ACCESSIBLE: '1' } }],
  ['too few columns', 'wallet main', { ...terminal, columns: 32 }],
])('%s has none', async (_, line, options) => {
  const { stdout, code } = await (await signedIn()).run(line, options);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/[█▀▄]/);
});

test('a text that is no address has none', async () => {
  const { run } = await stubUser(respondByPath({ '/v2/wallets/main': { address: 'not known yet', verified: false } }));
  expect((await run('wallet main', terminal)).stdout).not.toMatch(/[█▀▄]/);
});

// Receipts: amounts and addresses are complete at every width, text of a service is escaped; a card on a terminal,
// lines in a pipe.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Mark, type ReceiptLine, receiptOrder, receiptRows, receiptText } from '../../src/text/receipt.js';
import { width } from '../../src/text/text.js';
import { drawReceipt } from '../../src/ui/mount.js';
import { property } from '../support/runs.js';
import { signedIn } from '../support/users.js';

const sandbox: Mark = { is: 'sandbox', profile: 'sandbox' };
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const env = { LANG: 'C.UTF-8', NO_COLOR: '1', TERM: 'xterm' };
/** The card without bold, dim and reverse. */
async function card(
  lines: readonly ReceiptLine[],
  { columns = 80, mark = sandbox, title = 'Request a ride', more = {} } = {},
) {
  const text = await drawReceipt(mark, title, lines, { columns, env: { ...env, ...more } });
  return text.replace(/\x1b\[\d+m/g, '');
}

describe('on a terminal', () => {
  test('a card: marked, titled, with aligned labels and a rule below', async () => {
    const lines = Object.entries({ Costs: '7,030 KHR', To: address, 손님: '김민아', Driver: '🚕 e\u0301 나' });
    expect(await card(lines)).toBe(` ◇ SANDBOX receipt, nothing here is real
 Request a ride

 Costs            7,030 KHR
 To               0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed
 손님             김민아
 Driver           🚕 e\u0301 나
 ──────────────────────────────────────────────────────────────────────────────
`);
  });

  test('any other profile is named, a protected one is marked', async () => {
    expect(await card([], { mark: { is: 'none', profile: 'staging' } })).toMatch(/^ Receipt, profile staging\n/);
    expect(await card([], { mark: { is: 'protected', profile: 'live\x1b[2J' } })).toMatch(
      /^ ▲ PROTECTED receipt, profile live\\x1b\[2J\n/,
    );
  });

  const widths = [24, 40, 60, 80, 200];
  test.each(widths)('%i columns: no row is wider, and amounts and addresses are complete', async (columns) => {
    const amount = `${'9'.repeat(78)}.000000000000000001 MVL`;
    const round = { 'Through a long way round the houses': 'on foot '.repeat(12), Name: '긴'.repeat(100) };
    const text = await card(Object.entries({ 'You send': amount, To: address, ...round }), { columns });
    for (const row of text.split('\n')) expect(width(row), row).toBeLessThanOrEqual(columns);
    const bare = text.replace(/\s/g, '');
    expect(bare).toContain(amount.replace(' ', ''));
    expect(bare).toContain(address);
    expect(bare.match(/onfoot/g)).toHaveLength(12);
    expect(bare.match(/긴/g)).toHaveLength(100);
  });

  test('text of a service is not executed, hides nothing, and does not break the layout', async () => {
    const text = await card([
      ['From', 'Gate\x1b[2J\x1b[31m\u202egnorw\r\nCosts            0 KHR'],
      ['To', `${'long '.repeat(5000)}`],
      ['Rider', 'x'.repeat(100_000)],
      ['Vehicle', ''],
      ['Costs', '7,030 KHR'],
    ]);
    expect(text).toContain('Gate\\x1b[2J\\x1b[31m\\u202egnorw\\x0d\\x0aCosts');
    expect(text).not.toMatch(/[\x1b\r\u202e]/);
    expect(text.match(/^ Costs/gm)).toHaveLength(1);
    expect(text.split('\n').length).toBeLessThan(35);
    expect(text).toMatch(/Vehicle +–\n Costs +7,030 KHR\n/);
    expect(text.match(/… and \d+ more characters/g)).toHaveLength(2);
  });

  test('ASCII if the locale requires it', async () => {
    const text = await card([['Costs', '1 KHR']], { more: { LANG: 'C' } });
    expect(text).toMatch(/^[\n -~]*$/);
    expect(text).toMatch(/# SANDBOX[\s\S]*\n -{78}\n$/);
  });

  test('adjacent texts stay in their rows', () => {
    const lines: readonly ReceiptLine[] = [...Array(2).fill(['A', '1']), ['', 'goes on']];
    const rows = receiptRows(lines, 80);
    expect(rows.flat().map(([label, text]) => `${label.trim()}|${text}`)).toEqual(['A|1', 'A|1', '|goes on']);
  });
});

describe('its order', () => {
  test('what it is about, recipient, amount, fees, limits, notes; the total is last', () => {
    const lines: readonly ReceiptLine[] = [
      ['Costs in all', '8.5 MVP', 'total'],
      ['▲ Note', 'an earlier one is open', 'note'],
      ['Limit', '8.5 of 100', 'limit'],
      ['Fee', '0.5 MVP', 'fee'],
      ['Recipient is', 'new', 'known'],
      ['Amount', '8 MVP', 'amount'],
      ['You have', '3,200 MVP'],
      ['To', 'user dara', 'recipient'],
      ['Memo', 'rent'],
    ];
    const ordered = receiptOrder(lines).map(([label]) => label);
    expect(ordered.slice(0, 5)).toEqual(['You have', 'Memo', 'To', 'Recipient is', 'Amount']);
    expect(ordered.slice(5)).toEqual(['Fee', 'Limit', '▲ Note', 'Costs in all']);
  });
  test('no line is left out, added or changed, whatever its label', () => {
    const role = fc.constantFrom(undefined, 'id', 'recipient', 'total', 'fee', 'amount', 'note', 'detail');
    property(100, fc.array(fc.tuple(fc.string(), fc.string(), role)), (lines) => {
      const ordered = receiptOrder(lines);
      expect(ordered).toHaveLength(lines.length);
      expect(new Set(ordered)).toEqual(new Set(lines));
      const totals = ordered.map(([, , of]) => of === 'total');
      expect(totals.lastIndexOf(false)).toBeLessThan(totals.includes(true) ? totals.indexOf(true) : totals.length);
    });
  });
  test('the total is bold, and nothing else but the title', async () => {
    const to: ReceiptLine = ['To', 'dara'];
    const lines: ReceiptLine[] = [to, ['Costs in all', '8.5 MVP', 'total']];
    const text = await drawReceipt(sandbox, 'Send', lines, { columns: 80, env: { ...env, NO_COLOR: '' } });
    expect(text).toMatch(/\x1b\[1m Costs in all {5}8\.5 MVP/);
    expect(text.match(/\x1b\[1m/g)).toHaveLength(2);
  });
});

describe('in a pipe', () => {
  test('plain lines, complete and aligned', () => {
    const lines = Object.entries({ Costs: '9'.repeat(200), 요금: 'Gate\x1b[2J', To: address, Note: '' });
    const expected = [`  Costs  ${'9'.repeat(200)}`, '  요금   Gate\\x1b[2J', `  To     ${address}`, '  Note   –'];
    expect(receiptText(lines)).toEqual(expected);
  });

  test('of a command it stands on stderr without colour, and not at all with --quiet', async () => {
    const { run } = await signedIn();
    const line = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
    expect((await run(line)).stderr).toMatch(/^(?![\s\S]*\x1b)[\s\S]*◇ SANDBOX receipt: nothing here is real\n/);
    expect((await run(`${line} --quiet`)).stderr).not.toContain('receipt');
  });
});

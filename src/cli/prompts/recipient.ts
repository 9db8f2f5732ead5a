// Confirms a new recipient by its last characters, and makes a receipt's lines about figures, recipient and limits.

import type { LimitUse } from '../../money/policy/limit-check.js';
import { amountLimits, limitTable } from '../../money/policy/limit-table.js';
import type { PriceUse } from '../../money/policy/limits.js';
import { ofLimit, recipientText } from '../../money/policy/refusals.js';
import { decimalText, grouped, sumOf } from '../../money/values/decimal.js';
import { isLastOf, lastOf, type Recipient } from '../../money/values/recipients.js';
import { type Figure, sameToken } from '../../money/values/token.js';
import type { Verdict } from '../../money/verdict/verdict.js';
import { counted } from '../../services/counted.js';
import { Guarded } from '../../services/http/errors.js';
import { present } from '../../text/present.js';
import { escapeControls } from '../../text/visible.js';
import type { Context } from '../command/command.js';
import { promptLine } from './confirmation.js';
import type { ReceiptLine } from './receipt.js';

/**
 * Prompts before a transfer for the id of each operation with an unknown outcome, and for the last characters of a new
 * recipient, which cannot be typed without reading them.
 * @throws {Guarded} NOT_AGREED; {Failure} if the person leaves
 */
export async function confirmTyped(
  context: Context,
  { refusals, open, grant, facts: { recipient } }: Verdict,
): Promise<void> {
  if (grant !== undefined && context.out.jsonErrors)
    // no receipt says it
    context.note({ is: 'warning', code: 'GRANT_LEFT', text: `Grant ${grant} left.` });
  context.world.confirms?.('money');
  const ask = (text: string) => promptLine(text, context.world, (line) => context.out.draw(line));
  for (const { id } of open)
    if (
      (
        await ask(`The outcome of ${id} is not known: it may be the same transfer. Type ${id} to send another one: `)
      ).trim() !== id
    )
      throw new Guarded('NOT_AGREED', `The typed text is not ${id}.`);
  if (recipient === undefined || !refusals.some(({ typed }) => typed === 'recipient')) return;
  if (!isLastOf((await ask(recipientPrompt(recipient))).trim(), recipient))
    throw new Guarded(
      'NOT_AGREED',
      `The typed characters do not match the recipient, ${recipientText(recipient).replace(/^The /, 'the ')}.`,
    );
}

const unknownFigure = 'not known before it is sent';

/**
 * The lines of a receipt about the figures of a transfer.
 * @param others the lines of the command, which are not repeated
 */
export function figureLines({ figures, facts }: Verdict, others: readonly ReceiptLine[]): ReceiptLine[] {
  const { incoming, leaves, thing, arrives, fee, feeFromAmount, atMost } = figures;
  const text = ({ amount, token }: Figure) => `${grouped(amount)} ${token ?? '(its unit is not known)'}`;
  const isFree = fee !== undefined && /^0(\.0*)?$/.test(fee.amount);
  const stated = atMost === undefined ? '' : `; you state ${atMost.amount} ${atMost.token} at most`;
  const charge = fee === undefined ? 'The fee is not known before it is sent.' : text(fee);
  const isOnTop = facts.fields.fee !== undefined && !feeFromAmount && !incoming && leaves !== undefined;
  const costs = isOnTop ? costsOf(leaves, isFree ? undefined : fee, text) : undefined;
  const leaving = incoming ? 'nothing' : leaves ? text(leaves) : (thing ?? unknownFigure);
  const noFee = 'not known: the service states no fee';
  const noAmount = 'not known: the request has no readable amount';
  const unknown = facts.fields.fee === undefined || fee ? unknownFigure : leaves ? noFee : noAmount;
  const arriving = arrives === undefined ? unknown : 'what' in arrives ? arrives.what : text(arrives);
  const depends =
    arrives === undefined || 'what' in arrives || isFree
      ? ''
      : incoming
        ? '; it is not known whether the fee is deducted from it'
        : feeFromAmount
          ? '; less if the fee is higher'
          : fee === undefined
            ? '; less if a fee is taken out of it'
            : '';
  const lines: readonly ReceiptLine[] = [
    [
      isOnTop ? 'Costs in all' : 'You send',
      `${isOnTop && fee === undefined ? noFee : (costs ?? leaving)}${stated}`,
      'total',
    ],
    ['Arrives', `${arriving}${depends}`, 'arrives'],
    ['Fee', charge, 'fee'],
  ];
  // the receipt of a command has its parameters already; the question has none
  const isParam = (at: number) => others.length > 0 && typeof facts.fields.networks?.[at] === 'string';
  const onNetworks = facts.networks.flatMap((network, at) => (isParam(at) ? [] : (network?.value ?? [])));
  const networks = [...new Set(onNetworks)].join(', ');
  const isOwn = (figure: ReceiptLine[2]) => others.some(([, , role]) => role === figure);
  return present([
    ...lines.filter(([, , role]) => !isOwn(role)),
    atMost !== undefined && isOwn('total') && ['At most', `${atMost.amount} ${atMost.token}, as you state`, 'fee'],
    fee !== undefined && ['Final fee', finality(facts), 'fee'],
    networks !== '' && ['Network', networks],
  ]);
}
/** The amount and the fee on top of it: their sum, if they are of one unit. */
const costsOf = (leaves: Figure, fee: Figure | undefined, text: (figure: Figure) => string): string =>
  fee === undefined
    ? text(leaves)
    : sameToken(fee.token, leaves.token)
      ? text({ ...leaves, amount: sumOf([leaves.amount, fee.amount]) })
      : `${text(leaves)}, and the fee of ${text(fee)}`;
/** Whether a fee is final. No public source says so of any call. The response's fee is compared with the receipt's. */
const finality = ({ fields }: Verdict['facts']): string =>
  fields.incoming
    ? 'not promised by the service'
    : 'not promised by the service; a higher one in its response is reported (exit 10)';

/** The lines of a receipt about the policy: the recipient, and the use of the limits. */
export function policyLines({
  facts: { fields, recipient },
  earlierTransfers: before,
  unfinished,
  isNew,
  knownAs,
  uses,
  prices,
  warnings,
  grant,
}: Verdict): ReceiptLine[] {
  const limits = [
    ...(grant === undefined ? [] : [['Grant', `${grant} left`, 'limit'] as const]),
    ...amountLimits.flatMap((key) => uses.filter((use) => use.key === key)).map(limitLine),
    ...prices.map(priceLine),
    ...warnings.map(({ message }): ReceiptLine => ['▲ Note', message, 'note']),
  ];
  if (!fields.to) return limits;
  if (!recipient) return [['To', 'not known from the request', 'recipient'], ...limits];
  const who = recipient.kind === 'address' ? 'address' : 'user';
  const origin =
    knownAs?.kind === 'contact'
      ? 'in your address book'
      : knownAs?.kind === 'wallet'
        ? 'a wallet of your own'
        : undefined;
  const [open, ...others] = unfinished;
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other')})`;
  const unsure = open === undefined ? '' : `; the outcome of ${open.id}${more}, an earlier transfer to it, is unknown`;
  const known =
    before > 0
      ? `${origin ?? 'known'}: ${before} earlier ${before === 1 ? 'transfer' : 'transfers'} to this ${who}`
      : isNew
        ? `new: the ledger has no finished transfer to this ${who}`
        : (origin ?? 'in the list of the profile');
  const status = `${known}${unsure}`;
  const address = recipientText(recipient).replace(/^The /, '');
  const name = knownAs?.kind === 'contact' ? `${knownAs.name} (${knownAs.network})` : knownAs?.name;
  const to = name === undefined || name === '' ? address : `${name}: ${address}`;
  return [['To', to, 'recipient'], ['Recipient is', status, 'known'], ...limits];
}

const limitLine = ({ key, limit, total }: LimitUse): ReceiptLine => [
  'Limit',
  `${ofLimit(total, limit)} ${limitTable[key].summary}`,
  'limit',
];

/** A price in US dollars, its time and its source, and the older one that counts in its place. */
const priceLine = ({ token, stated, at, source, olderPrice }: PriceUse): ReceiptLine => {
  const time = at === undefined ? 'of an unknown time' : `of ${at}`;
  const now = `1 ${token} is ${grouped(decimalText(stated))} USD by ${source}, ${time}`;
  const older =
    olderPrice &&
    `; the price of ${olderPrice.usedAt} counts, ${grouped(decimalText(olderPrice.price))} USD: it fell by more than half`;
  return ['Price', `${now}${older ?? ''}`, 'limit'];
};

const recipientPrompt = (recipient: Recipient): string => {
  const end = [...lastOf(recipient.id)].length;
  return `${escapeControls(recipientText(recipient))} is a new recipient. Type ${end === [...recipient.id].length ? 'it' : `its last ${end} characters`} to go on: `;
};

// The waiting list of a sale, bid signatures and web input. Signatures are hashes, without a key.

import { json, text } from '../../../src/services/catalogue/define.js';
import {
  callerId,
  day,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  notFound,
  openedAt,
  refuse,
  rows,
  type Stored,
  saveOrAdd,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { deriveSecret } from '../people/auth-tokens.js';
import { linkedAddress } from '../people/main-wallet.js';
import { requireUser } from '../people/user.js';

/** The sale starts a day before the opening. Each number is let in two hours after the previous. */
const saleBefore = day;
const saleAfter = 30 * day;
const turn = 2 * 3_600_000;

/** 65 bytes in the form of a signature. */
const madeSignature = ({ state }: HandlerContext, message: string): string => {
  const bytes = ['r', 's'].map((part) =>
    Buffer.from(deriveSecret(state, `signature|${part}|${message}`), 'base64url').toString('hex'),
  );
  return `0x${bytes.join('')}1b`;
};

/** WaitingListSignatureResponseDto (platform 12.2). The number is the user's ordinal. */
export function joinWaitingList(context: HandlerContext) {
  const opening = openedAt(context);
  const wallet = context.body.wallet as string;
  if (context.now < opening - saleBefore || context.now >= opening + saleAfter)
    refuse(403, 'Sale not started or already finished');
  if (linkedAddress(context, callerId(context))?.toLowerCase() !== wallet.toLowerCase())
    refuse(404, 'No wallet exists or no waiting listed');
  const { ordinal: waitingNumber } = requireUser(context, callerId(context));
  const availableSince = opening - saleBefore + waitingNumber * turn;
  if (context.now < availableSince)
    refuse(422, `It is not your turn yet: number ${waitingNumber} is let in at ${iso(availableSince)}.`);
  return { waitingNumber, signature: madeSignature(context, `waiting|${wallet.toLowerCase()}|${waitingNumber}`) };
}

/** For the linked wallet. */
export function signBid(context: HandlerContext) {
  const wallet = linkedAddress(context, callerId(context)) ?? notFound('WALLET', 'main');
  return { signature: madeSignature(context, `bid|${wallet}|${context.body.timestamp}`) };
}

type WebInput = Stored<typeof shapes.WebInput>;
const webInput: Kind<WebInput> = defineKind({
  name: 'web-input',
  key: 'key',
});
/** Stores or replaces the value of a key. */
export const putWebInput = view(
  (context) => {
    const { key, value } = context.body;
    const body = { key, value, updatedAt: iso(context.now) };
    const existing = rows(context, webInput).find((row) => row.body.key === key);
    return webInput.show(saveOrAdd(context, webInput, existing, { body }), context);
  },
  { body: { key: text(), value: json() } },
);

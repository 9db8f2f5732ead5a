// The waiting list of a sale, signatures that let bid, and what web pages send. Signatures here are hashes: no key made them.
import { json, text } from '../../../services/catalogue/define.js';
import { day, iso } from '../../core/clock.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, type Kind, rows, saveRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { sealed } from '../people/tokens.js';
import { theUser } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';

/** The sale runs from a day before the world began; everybody's turn comes two hours after that of the number before. */
const saleBefore = day;
const saleAfter = 30 * day;
const turn = 2 * 3_600_000;

/** 65 bytes that look like a signature. */
const madeSignature = ({ state }: World, about: string): string => {
  const bytes = ['r', 's'].map((part) => Buffer.from(sealed(state, `signature|${part}|${about}`), 'base64url').toString('hex'));
  return `0x${bytes.join('')}1b`;
};
const linkedOf = (world: World): string | undefined =>
  rows(world, mainWallet, { owner: caller(world).userId }).find(({ body }) => body.verified)?.body.address;

/** POST /waitinglist/signature: CONTRACT.md 8.2 WaitingListSignatureResponseDto. The number is that of the user. */
export function joinWaitingList(world: World): unknown {
  const opening = Number(world.state.meta('seededAt'));
  const wallet = world.body.wallet as string;
  if (world.now < opening - saleBefore || world.now >= opening + saleAfter) refuse(403, 'Sale not started or already finished');
  if (linkedOf(world)?.toLowerCase() !== wallet.toLowerCase()) refuse(404, 'No wallet exists or no waiting listed');
  const { ordinal: waitingNumber } = theUser(world, caller(world).userId);
  const availableSince = opening - saleBefore + waitingNumber * turn;
  if (world.now < availableSince) refuse(422, `It is not your turn yet: number ${waitingNumber} is let in at ${iso(availableSince)}.`);
  return { waitingNumber, signature: madeSignature(world, `waiting|${wallet.toLowerCase()}|${waitingNumber}`) };
}

/** POST /users/current/wallet/bidSignature: for the linked wallet. */
export function signBid(world: World): unknown {
  const wallet = linkedOf(world) ?? notFound('WALLET', 'main');
  return { signature: madeSignature(world, `bid|${wallet}|${world.body.timestamp}`) };
}

/** What PUT /v1/web-submit/input takes: the sandbox's own names. */
export const webInputBody = { key: text(), value: json() };
interface WebInput {
  readonly key: string;
  readonly value: unknown;
  readonly updatedAt: string;
}
const webInput: Kind<WebInput> = {
  name: 'web-input',
  table: 'web_input',
  noun: 'WEB_INPUT',
  owned: false,
  key: 'key',
  show: ({ id, body }) => ({ id, ...body }),
};
/** PUT /v1/web-submit/input: keeps a value under a key, in the place of the one before. */
export function putWebInput(world: World): unknown {
  const { key, value } = world.body as { key: string; value: unknown };
  const body = { key, value, updatedAt: iso(world.now) };
  const found = rows(world, webInput).find((row) => row.body.key === key);
  return webInput.show(
    found ? saveRow(world, webInput, found, body) : addRow(world, webInput, { owner: null, at: world.now, body }),
    world,
  );
}

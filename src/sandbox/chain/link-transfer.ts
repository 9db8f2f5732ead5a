// Transfers by link: what was logged of them.
import { optional, text } from '../../services/catalogue/define.js';
import type { Network } from '../../services/catalogue/words.js';
import { iso } from '../core/clock.js';
import { addRow, type Kind, type Row } from '../core/rows.js';
import type { World } from '../core/world.js';

interface LinkTransfer {
  readonly network: (typeof Network)[number];
  readonly tokenAddress: string | null;
  readonly address: string;
  readonly value: number;
  readonly receivedAt: string;
}
export const linkTransfer: Kind<LinkTransfer> = {
  name: 'link-transfer',
  table: 'link_transfer',
  noun: 'LINK_TRANSFER',
  owned: false,
  show: ({ body }) => body,
};

/** POST /v2/link-transfer/log: CONTRACT.md 8.1 LinkTransferLogDto, whose value is a number. */
export function logLinkTransfer(world: World): void {
  const { network, tokenAddress = null, address, value } = world.body as Omit<LinkTransfer, 'tokenAddress'> & { tokenAddress?: string };
  const body = { network, tokenAddress, address, value, receivedAt: iso(world.now) };
  addRow(world, linkTransfer, { owner: world.who?.userId ?? null, at: world.now, body });
}

/** GET /v1.1/link-transfer/receive, whose query is not public: of one address, or all. */
export const receiveQuery = { address: optional(text()) };
export const isAskedLink = ({ body }: Row<LinkTransfer>, { query }: World): boolean =>
  query.address === undefined || body.address.toLowerCase() === (query.address as string).toLowerCase();

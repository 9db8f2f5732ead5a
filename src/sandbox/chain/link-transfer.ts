// Transfers by link: stores and lists the logged ones.
import { optional, text } from '../../services/catalogue/define.js';
import type { Network } from '../../services/catalogue/words.js';
import { iso } from '../core/clock.js';
import type { HandlerContext } from '../core/context.js';
import { addRow, type Kind, type Row } from '../core/rows.js';

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

/** POST /v2/link-transfer/log: LinkTransferLogDto (platform 12.3), whose value is a number. */
export function logLinkTransfer(context: HandlerContext): void {
  const { network, tokenAddress = null, address, value } = context.body as Omit<LinkTransfer, 'tokenAddress'> & { tokenAddress?: string };
  const body = { network, tokenAddress, address, value, receivedAt: iso(context.now) };
  addRow(context, linkTransfer, { owner: context.caller?.userId ?? null, at: context.now, body });
}

/** GET /v1.1/link-transfer/receive, whose query is not public: one address, or all. */
export const receiveQuery = { address: optional(text()) };
export const isAskedLink = ({ body }: Row<LinkTransfer>, { query }: HandlerContext): boolean =>
  query.address === undefined || body.address.toLowerCase() === (query.address as string).toLowerCase();

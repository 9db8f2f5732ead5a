// The server's share of a wallet key (platform 2.6; published as ShareResponseDto). The keys are worth nothing.
import { createHash } from 'node:crypto';
import type { HandlerContext, SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { seedUsers } from './seed-users.js';
import { findUser } from './user.js';

/** A share as stored and as a response. */
interface KeyShare {
  /** The received text, unchanged. */
  readonly jsonString: string;
  readonly polynomialId: string;
  readonly deviceShareIndex?: string;
}

const keyShare: Kind<KeyShare> = {
  name: 'key-share',
  table: 'key_share',
  noun: 'SHARE',
  owned: true,
  show: ({ body }) => body,
  seed: (opening) => {
    for (const { handle, identifiers } of seedUsers) {
      if (!identifiers.some(([type]) => type === 'GOOGLE' || type === 'APPLE')) continue;
      addRow(opening, keyShare, { owner: findUser(opening, handle)!.id, at: opening.now, body: readShare(madeShare(handle)) });
    }
  },
};

/** A share that fits nothing, made from a hash. */
function madeShare(handle: string): string {
  const hex = (purpose: string) => createHash('sha256').update(`tuk-sandbox:share:${handle}:${purpose}`).digest('hex');
  return JSON.stringify({ share: { share: hex('share'), shareIndex: hex('index') }, polynomialID: hex('polynomial') });
}

/**
 * Reads the text that a share is sent as: JSON `{share: {share, shareIndex}, polynomialID, deviceShareIndex?}` (platform 2.6). @throws {Refusal} for another
 */
export function readShare(text: string): KeyShare {
  const { share, polynomialID, deviceShareIndex } = objectIn(text);
  const { share: secret, shareIndex } = isObject(share) ? share : {};
  const indexed = deviceShareIndex === undefined || typeof deviceShareIndex === 'string';
  if (typeof secret !== 'string' || typeof shareIndex !== 'string' || typeof polynomialID !== 'string' || !indexed)
    return refuse(400, 'share must be JSON text of {share: {share, shareIndex}, polynomialID, deviceShareIndex?}.', 'INVALID_REQUEST');
  return { jsonString: text, polynomialId: polynomialID, ...(deviceShareIndex !== undefined && { deviceShareIndex }) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Somebody's share. */
export const keyShareOf = (context: SandboxContext, userId: string): Row<KeyShare> | undefined =>
  rows(context, keyShare, { owner: userId })[0];

/** Keeps a share in the place of the one that was there. */
export function saveShare(context: HandlerContext, userId: string, body: KeyShare): Row<KeyShare> {
  const existing = keyShareOf(context, userId);
  return existing ? saveRow(context, keyShare, existing, body) : addRow(context, keyShare, { owner: userId, at: context.now, body });
}

/** The share as a response. */
export const showShare = ({ body }: Row<KeyShare>): unknown => body;

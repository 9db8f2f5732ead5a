// The zod shapes of the user service's answers that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../services/shape-parts.js';
import { Balances, Wallet } from '../../services/user.shapes.js';
import { VerifiedWalletType } from '../../services/words.js';

/** A registered wallet, with what version 3 adds. */
export const WalletV3 = z.extend(Wallet, {
  verifiedWalletType: z.nullable(word(VerifiedWalletType)),
  main: z.boolean(),
  createdAt: time,
});
export const WalletsV3 = z.array(WalletV3);
export const BalancesV3 = Balances;

/** The linked wallet, named as CONTRACT.md 8.2 WalletEntity is. */
export const MainWallet = z.looseObject({
  id: uuid,
  verified: z.boolean(),
  address: z.string(),
  userId: z.string(),
  authNonce: z.nullable(z.string()),
  lastSignatureMade: z.nullable(time),
  data: z.nullable(z.unknown()),
  createdAt: time,
  updatedAt: time,
});

/** The points balance, named as the older balance calls are. */
export const Points = z.looseObject({ id: uuid, amount: decimal, currencyId: z.string() });
/** A one-time code, as versions 1 and the public one of /auth/deferred have it. */
export const AccountCode = z.looseObject({ type: z.string(), code: z.string() });
/** A JSON Web Key Set (RFC 7517). */
export const KeySet = z.looseObject({
  keys: z.array(
    z.looseObject({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), kid: z.string(), alg: z.string(), use: z.string() }),
  ),
});
export const Ok = z.looseObject({ status: z.string() });

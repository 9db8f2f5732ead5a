// The zod shapes of the user service's answers that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../services/shape-parts.js';
import {
  Balances,
  ClutchUser,
  ServerShare,
  SignedUserIdentifierWithAccessToken,
  SignupCheck,
  UserIdentifierEntity,
  Wallet,
} from '../../services/user.shapes.js';
import { AppUpdateState, VerifiedWalletType } from '../../services/words.js';

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

/** What other ways in answer, as this one does. */
export const SignedIn = SignedUserIdentifierWithAccessToken;
/** An account, with every way in of its user. */
export const Account = z.looseObject({
  id: uuid,
  email: z.nullable(z.string()),
  name: z.string(),
  identifiers: z.array(UserIdentifierEntity),
  createdAt: time,
  deletedAt: z.nullable(time),
});
/** Version 2.1 of the accounts answers what version 2 does. */
export const NewAccount = ClutchUser;
export const AccountCheck = SignupCheck;
export const AccountState = ServerShare;
export const Uid = z.looseObject({ uid: uuid });
export const UidCheck = z.looseObject({ exists: z.boolean() });
export const Email = z.looseObject({ email: z.nullable(z.string()), verifiedAt: z.nullable(time) });
export const AppUpdate = z.looseObject({ updateState: word(AppUpdateState), minimumVersion: z.string(), latestVersion: z.string() });
export const Ok = z.looseObject({ status: z.string() });

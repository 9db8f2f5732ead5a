// The zod shapes of the user service's responses that have no public one, or that widen a public one.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../services/catalogue/shape-parts.js';
import {
  Balances,
  BalanceWithdrawalRequestStatus,
  ClutchUser,
  ServerShare,
  SignedUserIdentifierWithAccessToken,
  SignupCheck,
  ThirdPartyBalance,
  UserIdentifierEntity,
  Wallet,
} from '../../../services/catalogue/user.shapes.js';
import {
  AppUpdateState,
  BalanceRequestStatus,
  BalanceSwapType,
  CryptoCurrency,
  IntegrationStatus,
  ThirdPartyCurrency,
  VerifiedWalletType,
} from '../../../services/catalogue/words.js';

/** A registered wallet, with what version 3 adds. */
export const WalletV3 = z.extend(Wallet, {
  verifiedWalletType: z.nullable(word(VerifiedWalletType)),
  main: z.boolean(),
  createdAt: time,
});
export const WalletsV3 = z.array(WalletV3);
export const BalancesV3 = Balances;

/** The linked wallet, named as WalletEntity (platform 12.2) is. */
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

/** The response of every way to sign in. */
export const SignedIn = SignedUserIdentifierWithAccessToken;
/** An account, with all identifiers of its user. */
export const Account = z.looseObject({
  id: uuid,
  email: z.nullable(z.string()),
  name: z.string(),
  identifiers: z.array(UserIdentifierEntity),
  createdAt: time,
  deletedAt: z.nullable(time),
});
/** Version 2.1 of the accounts responds as version 2 does. */
export const NewAccount = ClutchUser;
export const AccountCheck = SignupCheck;
export const AccountState = ServerShare;
export const Uid = z.looseObject({ uid: uuid });
export const UidCheck = z.looseObject({ exists: z.boolean() });
export const Email = z.looseObject({ email: z.nullable(z.string()), verifiedAt: z.nullable(time) });
export const AppUpdate = z.looseObject({ updateState: word(AppUpdateState), minimumVersion: z.string(), latestVersion: z.string() });
export const Ok = z.looseObject({ status: z.string() });

/** A change of the points balance; the status is that of its swap. */
export const PointsHistory = z.array(
  z.looseObject({
    id: uuid,
    swapType: z.nullable(word(BalanceSwapType)),
    /** The deposit or withdrawal that it belongs to. */
    requestId: z.nullable(uuid),
    /** The address that a withdrawal or a deposit pays to, so that one whose response was lost can be told from any other. */
    address: z.nullable(z.string()),
    /** The user to whom points were sent, for the same reason. */
    receiverId: z.nullable(uuid),
    receiverNickname: z.nullable(z.string()),
    status: z.nullable(word(BalanceRequestStatus)),
    amount: decimal,
    feeAmount: decimal,
    /** Null for a deposit that is under way: the balance has not changed yet. */
    balanceAfter: z.nullable(decimal),
    description: z.string(),
    /** When the balance changed; of a deposit that is under way, when it was requested. */
    createdAt: time,
  }),
);
/** A quote of a points swap. */
export const PointsQuoteV2 = z.looseObject({
  fromCurrencyId: z.string(),
  toCurrencyId: z.string(),
  amount: decimal,
  receiveAmount: decimal,
  feeAmount: decimal,
  rate: decimal,
  quotedAt: time,
  validUntil: time,
});
export const PointsQuote = z.extend(PointsQuoteV2, { valuatedAmount: decimal, valuatedCurrency: word(CryptoCurrency) });
export const PointsTransferFee = z.looseObject({ currencyId: z.string(), feeAmount: decimal });
/** A transfer, named as BalanceTransactionEntity (platform 12.2) is. */
export const PointsTransfer = z.looseObject({
  id: uuid,
  amount: decimal,
  feeAmount: decimal,
  currencyId: z.string(),
  description: z.nullable(z.string()),
  code: z.nullable(z.string()),
  executerId: z.nullable(z.string()),
  senderAccountId: z.nullable(z.string()),
  receiverAccountId: z.string(),
  createdAt: time,
});
/** Whether a deposit would be accepted. */
export const DepositPrecheck = z.looseObject({
  available: z.boolean(),
  reason: z.nullable(z.string()),
  minAmount: decimal,
  maxAmount: decimal,
  dailyLeftAmount: decimal,
});
/** A deposit, named as the older balance calls are (platform 12.3, BalanceClutchDepositRequestResponseDto). */
export const PointsDeposit = z.looseObject({
  balanceDepositRequest: z.looseObject({
    id: uuid,
    status: word(BalanceRequestStatus),
    goalAmount: decimal,
    processedAmount: z.nullable(decimal),
    address: z.string(),
    currencyId: z.string(),
    balanceAccountId: z.string(),
    userId: z.string(),
    createdAt: time,
    updatedAt: time,
  }),
  toAddress: z.string(),
});
export const PointsWithdrawal = BalanceWithdrawalRequestStatus;

/** The third-party apps, with the caller's connection; the first three names are public (platform 4.4). */
export const Apps = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    connectionDeepLink: z.nullable(z.string()),
    iconUrl: z.string(),
    currency: word(ThirdPartyCurrency),
    status: z.nullable(word(IntegrationStatus)),
    connectedAt: z.nullable(time),
    displayName: z.nullable(z.string()),
  }),
);
/** The balance of an app or its user, in the form of version 1. */
export const AppBalance = ThirdPartyBalance;

/** A payment, named like the public PaymentStatusDto and PaymentEntity, with their words (platform 5.4), not those of platform 7.2. */
export const GamePayment = z.looseObject({
  cancellable: z.boolean(),
  finalized: z.boolean(),
  title: z.string(),
  abstractHtml: z.string(),
  descriptionHtml: z.string(),
  payment: z.looseObject({
    id: uuid,
    status: z.string(),
    userId: z.string(),
    paymentNo: z.number(),
    quantity: decimal,
    price: decimal,
    currencyId: z.nullable(z.string()),
    description: z.string(),
    purchasableId: z.string(),
    completedAt: z.nullable(time),
    createdAt: time,
    updatedAt: time,
  }),
});
/** A result summary: GameResultAbstractDto (platform 12.2). */
export const ResultAbstract = z.looseObject({ id: uuid, score: z.number(), username: z.string(), position: z.number() });
export const Thumbnail = z.looseObject({ thumbnail: z.string() });
/** The input of a web page. */
export const WebInput = z.looseObject({ id: uuid, key: z.string(), value: z.unknown(), updatedAt: time });

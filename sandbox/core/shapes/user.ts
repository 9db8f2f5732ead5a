// Zod shapes of the user service without a public shape, or that widen one.
import * as z from 'zod/mini';
import { decimal, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
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
} from '../../../src/services/catalogue/user.shapes.js';
import {
  AppUpdateState,
  BalanceRequestStatus,
  BalanceSwapType,
  CryptoCurrency,
  IntegrationStatus,
  ThirdPartyCurrency,
  VerifiedWalletType,
} from '../../../src/services/catalogue/words.js';

const text = z.string();

/** With the fields that version 3 adds. */
export const WalletV3 = z.extend(Wallet, {
  verifiedWalletType: z.nullable(word(VerifiedWalletType)),
  main: z.boolean(),
  createdAt: time,
});
export const WalletsV3 = z.array(WalletV3);
export const BalancesV3 = Balances;

/** Named like WalletEntity (platform 12.2). */
export const MainWallet = z.looseObject({
  id: uuid,
  verified: z.boolean(),
  address: text,
  userId: text,
  authNonce: z.nullable(text),
  lastSignatureMade: z.nullable(time),
  data: z.nullable(z.unknown()),
  createdAt: time,
  updatedAt: time,
});

/** Named like the older balance calls. */
export const Points = z.looseObject({ id: uuid, amount: decimal, currencyId: text });
/** Like version 1 and the public code of /auth/deferred. */
export const AccountCode = z.looseObject({ type: text, code: text });
/** A JSON Web Key Set (RFC 7517). */
export const KeySet = z.looseObject({
  keys: z.array(z.looseObject({ kty: text, crv: text, x: text, y: text, kid: text, alg: text, use: text })),
});

export const SignedIn = SignedUserIdentifierWithAccessToken;
export const Account = z.looseObject({
  id: uuid,
  email: z.nullable(text),
  name: text,
  identifiers: z.array(UserIdentifierEntity),
  createdAt: time,
  deletedAt: z.nullable(time),
});
/** Like version 2. */
export const NewAccount = ClutchUser;
export const AccountCheck = SignupCheck;
export const AccountState = ServerShare;
export const Uid = z.looseObject({ uid: uuid });
export const UidCheck = z.looseObject({ exists: z.boolean() });
export const Email = z.looseObject({ email: z.nullable(text), verifiedAt: z.nullable(time) });
export const AppUpdate = z.looseObject({
  updateState: word(AppUpdateState),
  minimumVersion: text,
  latestVersion: text,
});
export const Ok = z.looseObject({ status: text });

/** The status is of its swap. */
export const PointsHistory = z.array(
  z.looseObject({
    id: uuid,
    swapType: z.nullable(word(BalanceSwapType)),
    /** The deposit or withdrawal. */
    requestId: z.nullable(uuid),
    /** The address tells a withdrawal or deposit with a lost response from others. */
    address: z.nullable(text),
    /** The receiver, for the same reason. */
    receiverId: z.nullable(uuid),
    receiverNickname: z.nullable(text),
    status: z.nullable(word(BalanceRequestStatus)),
    amount: decimal,
    feeAmount: decimal,
    /** Null for a deposit under way. */
    balanceAfter: z.nullable(decimal),
    description: text,
    /** The time of the change, or of the request of a deposit under way. */
    createdAt: time,
  }),
);
export const PointsQuoteV2 = z.looseObject({
  fromCurrencyId: text,
  toCurrencyId: text,
  amount: decimal,
  receiveAmount: decimal,
  feeAmount: decimal,
  rate: decimal,
  quotedAt: time,
  validUntil: time,
});
export const PointsQuote = z.extend(PointsQuoteV2, { valuatedAmount: decimal, valuatedCurrency: word(CryptoCurrency) });
export const PointsTransferFee = z.looseObject({ currencyId: text, feeAmount: decimal });
/** Named like BalanceTransactionEntity (platform 12.2). */
export const PointsTransfer = z.looseObject({
  id: uuid,
  amount: decimal,
  feeAmount: decimal,
  currencyId: text,
  description: z.nullable(text),
  code: z.nullable(text),
  executerId: z.nullable(text),
  senderAccountId: z.nullable(text),
  receiverAccountId: text,
  createdAt: time,
});
export const DepositPrecheck = z.looseObject({
  available: z.boolean(),
  reason: z.nullable(text),
  minAmount: decimal,
  maxAmount: decimal,
  dailyLeftAmount: decimal,
});
/** Named like the older balance calls (platform 12.3, BalanceClutchDepositRequestResponseDto). */
export const PointsDeposit = z.looseObject({
  balanceDepositRequest: z.looseObject({
    id: uuid,
    status: word(BalanceRequestStatus),
    goalAmount: decimal,
    processedAmount: z.nullable(decimal),
    address: text,
    currencyId: text,
    balanceAccountId: text,
    userId: text,
    createdAt: time,
    updatedAt: time,
  }),
  toAddress: text,
});
export const PointsWithdrawal = BalanceWithdrawalRequestStatus;

/** With the caller's connection. The first three names are public (platform 4.4). */
export const Apps = z.array(
  z.looseObject({
    id: text,
    name: text,
    connectionDeepLink: z.nullable(text),
    iconUrl: text,
    currency: word(ThirdPartyCurrency),
    status: z.nullable(word(IntegrationStatus)),
    connectedAt: z.nullable(time),
    displayName: z.nullable(text),
  }),
);
/** In the form of version 1. */
export const AppBalance = ThirdPartyBalance;

/** Named like PaymentStatusDto and PaymentEntity, with the words of platform 5.4, not 7.2. */
export const GamePayment = z.looseObject({
  cancellable: z.boolean(),
  finalized: z.boolean(),
  title: text,
  abstractHtml: text,
  descriptionHtml: text,
  payment: z.looseObject({
    id: uuid,
    status: text,
    userId: text,
    paymentNo: z.number(),
    quantity: decimal,
    price: decimal,
    currencyId: z.nullable(text),
    description: text,
    purchasableId: text,
    completedAt: z.nullable(time),
    createdAt: time,
    updatedAt: time,
  }),
});
/** GameResultAbstractDto (platform 12.2). */
export const ResultAbstract = z.looseObject({ id: uuid, score: z.number(), username: text, position: z.number() });
export const Thumbnail = z.looseObject({ thumbnail: text });
export const WebInput = z.looseObject({ id: uuid, key: text, value: z.unknown(), updatedAt: time });

// Accounts, devices, e-mail and referrers of the user service, answered. Loaded when one of these calls is asked.
import {
  askedShare,
  checkAccount,
  checkUid,
  createAccount,
  deleteAccount,
  newAccount,
  newShare,
  ofAccount,
  replaceState,
  restoreAccount,
  restoredAccount,
  showAccount,
  showStateOf,
  showUid,
} from '../../../domains/people/accounts.js';
import { appEvent, checkMobile, registerMobile, reportAppState } from '../../../domains/people/mobiles.js';
import { invitedBy, newEmail, referrer, setEmail, showEmail, showInvitees } from '../../../domains/people/profile.js';
import { createAccountCode } from '../../../domains/people/sign-in.js';
import { ack, create, door, type Line, view } from '../../handlers.js';

const own = {
  deleteUser: ack(deleteAccount),
  getEmail: view(showEmail),
  listInvitees: view(showInvitees),
  setEmail: view(setEmail, { body: newEmail }),
  registerReferrer: create(referrer, invitedBy),
  getAccountV1: view(showAccount),
  createAccountV1: door(createAccount, { signatures: true }),
  checkAccountV1: view(checkAccount),
  createAccountCodeV1: door(createAccountCode),
  deleteAccountV1: ack(deleteAccount),
  restoreAccountV1: ack(restoreAccount, { signatures: true }),
  getAccountStateV1: view(showStateOf),
  setAccountStateV1: view(replaceState),
  createAccountV2: door(createAccount),
  restoreAccountV2: ack(restoreAccount),
  createAccount: door(createAccount, { body: newAccount }),
  checkAccount: view(checkAccount, { body: ofAccount }),
  restoreAccount: ack(restoreAccount, { body: restoredAccount }),
  getAccountState: view(showStateOf, { query: askedShare }),
  setAccountState: view(replaceState, { body: newShare }),
  getUid: view(showUid),
  checkUid: view(checkUid),
  reportAppState: view(reportAppState, { body: appEvent }),
  registerMobileV1: view(registerMobile),
  checkMobileV1: view(checkMobile),
} as const satisfies Readonly<Record<string, Line>>;

export const lines = {
  ...own,
  getAccountV2: own.getAccountV1,
  checkAccountV2: own.checkAccountV1,
  createAccountCodeV2: own.createAccountCodeV1,
  deleteAccountV2: own.deleteAccountV1,
  getAccountStateV2: own.getAccountStateV1,
  setAccountStateV2: own.setAccountStateV1,
  getAccount: own.getAccountV1,
  createAccountCode: own.createAccountCodeV1,
  deleteAccount: own.deleteAccountV1,
  registerMobile: own.registerMobileV1,
  checkMobile: own.checkMobileV1,
};

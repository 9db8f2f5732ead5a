// The handlers of accounts, devices, e-mail and referrers of the user service. Loaded on the first of these calls.
import {
  accountBody,
  checkAccount,
  checkUid,
  createAccount,
  deleteAccount,
  newAccountBody,
  newShareBody,
  replaceState,
  restoreAccount,
  restoreAccountBody,
  shareQuery,
  showAccount,
  showStateOf,
  showUid,
} from '../../../domains/people/accounts.js';
import { appEvent, checkMobile, registerMobile, reportAppState } from '../../../domains/people/mobiles.js';
import { createReferrer, newEmail, referrer, setEmail, showEmail, showInvitees } from '../../../domains/people/profile.js';
import { createAccountCode } from '../../../domains/people/sign-in.js';
import { auth, create, type Handler, ok, view } from '../../handlers.js';

const baseHandlers = {
  deleteUser: ok(deleteAccount),
  getEmail: view(showEmail),
  listInvitees: view(showInvitees),
  setEmail: view(setEmail, { body: newEmail }),
  registerReferrer: create(referrer, createReferrer),
  getAccountV1: view(showAccount),
  createAccountV1: auth(createAccount, { signatures: true }),
  checkAccountV1: view(checkAccount),
  createAccountCodeV1: auth(createAccountCode),
  deleteAccountV1: ok(deleteAccount),
  restoreAccountV1: ok(restoreAccount, { signatures: true }),
  getAccountStateV1: view(showStateOf),
  setAccountStateV1: view(replaceState),
  createAccountV2: auth(createAccount),
  restoreAccountV2: ok(restoreAccount),
  createAccount: auth(createAccount, { body: newAccountBody }),
  checkAccount: view(checkAccount, { body: accountBody }),
  restoreAccount: ok(restoreAccount, { body: restoreAccountBody }),
  getAccountState: view(showStateOf, { query: shareQuery }),
  setAccountState: view(replaceState, { body: newShareBody }),
  getUid: view(showUid),
  checkUid: view(checkUid),
  reportAppState: view(reportAppState, { body: appEvent }),
  registerMobileV1: view(registerMobile),
  checkMobileV1: view(checkMobile),
} as const satisfies Readonly<Record<string, Handler>>;

export const handlers = {
  ...baseHandlers,
  getAccountV2: baseHandlers.getAccountV1,
  checkAccountV2: baseHandlers.checkAccountV1,
  createAccountCodeV2: baseHandlers.createAccountCodeV1,
  deleteAccountV2: baseHandlers.deleteAccountV1,
  getAccountStateV2: baseHandlers.getAccountStateV1,
  setAccountStateV2: baseHandlers.setAccountStateV1,
  getAccount: baseHandlers.getAccountV1,
  createAccountCode: baseHandlers.createAccountCodeV1,
  deleteAccount: baseHandlers.deleteAccountV1,
  registerMobile: baseHandlers.registerMobileV1,
  checkMobile: baseHandlers.checkMobileV1,
};

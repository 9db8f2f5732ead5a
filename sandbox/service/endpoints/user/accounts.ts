// The handlers of accounts, devices, e-mail and referrers of the user service. Loaded on the first of these calls.

import { auth, create, type Handler, ok, view } from '../../../core/index.js';
import * as accounts from '../../../domains/people/accounts.js';
import {
  checkMobile,
  createReferrer,
  referrer,
  registerMobile,
  reportAppState,
  setEmail,
  showEmail,
  showInvitees,
} from '../../../domains/people/profile.js';
import { createAccountCode } from '../../../domains/people/sign-in.js';

export const handlers = {
  deleteUser: ok(accounts.deleteAccount),
  getEmail: view(showEmail),
  listInvitees: view(showInvitees),
  setEmail,
  registerReferrer: create(referrer, createReferrer),
  getAccountV1: view(accounts.showAccount),
  createAccountV1: auth(accounts.createAccount, { signatures: true }),
  checkAccountV1: view(accounts.checkAccount),
  createAccountCodeV1: auth(createAccountCode),
  deleteAccountV1: ok(accounts.deleteAccount),
  restoreAccountV1: ok(accounts.restoreAccount, { signatures: true }),
  getAccountStateV1: view(accounts.showStateOf),
  setAccountStateV1: view(accounts.replaceState),
  createAccountV2: auth(accounts.createAccount),
  restoreAccountV2: ok(accounts.restoreAccount),
  createAccount: auth(accounts.createAccount, { body: accounts.newAccountBody }),
  checkAccount: view(accounts.checkAccount, { body: accounts.accountBody }),
  restoreAccount: ok(accounts.restoreAccount, { body: accounts.restoreAccountBody }),
  getAccountState: view(accounts.showStateOf, { query: accounts.shareQuery }),
  setAccountState: view(accounts.replaceState, { body: accounts.newShareBody }),
  getUid: view(accounts.showUid),
  checkUid: view(accounts.checkUid),
  reportAppState,
  registerMobileV1: view(registerMobile),
  checkMobileV1: view(checkMobile),
} as const satisfies Readonly<Record<string, Handler>>;

// Exit codes: a safety rule of ours is always 7, a misuse always 2. A new rule is entered here, on the side where it
// belongs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { signedIn } from '../../support/users.js';

/**
 * The codes of the rules that keep value, keys and accounts safe: each is thrown as `Guarded`, exit 7, and never as a
 * usage error.
 */
const safetyRules = `
  NEEDS_YES NEEDS_PERSON NOT_GRANTED OVER_GRANT GRANT_UNKNOWN GRANT_EXPIRED GRANT_REVOKED NOT_APPROVER APPROVALS_NEEDED READ_ONLY OTHER_PROFILE NOT_AGREED
  PAUSED DAY_UNKNOWN VALUE_UNKNOWN NETWORK_UNKNOWN NETWORK_NOT_ALLOWED RECIPIENT_NOT_ALLOWED UNREADABLE_LIMIT
  NEW_RECIPIENT LOOKALIKE_ADDRESS TOKEN_CONTRACT BURN_ADDRESS UNTRUSTED_FOLDER SYSTEM_ADDRESS
  AMBIGUOUS_BODY AMBIGUOUS_JSON AMBIGUOUS_PATH UNLISTED_PATH MONEY_QUERY ASSUMED_NAMES DECIMALS_DISAGREE
  REF_OF_OTHER_SESSION REF_OF_OTHER_ORIGIN REF_OF_OTHER_VERSION OTHER_ACCOUNT NOT_AS_CONFIRMED SERVICE_SAYS_OTHERWISE PHONE_NOT_VERIFIED
  MAY_BE_KEY WRONG_KEY OTHER_KEY KEY_TOO_COSTLY PLAIN_MESSAGE BAD_SIGN_IN_MESSAGE
  NO_DECIMALS OTHER_QUOTE BAD_QUOTE OTHER_TOKEN
  COST_UNKNOWN FEE_UNKNOWN NOT_COMPARABLE OTHER_USER
  OTHER_CHAIN MIXED_NETWORKS FEE_TOO_HIGH GAS_TOO_HIGH BAD_TRANSACTION OPAQUE_CALL VALUE_WITH_CALL BAD_SWAP_PATH OTHER_TRANSACTION NONCE_USED
  UNSETTLED_TRANSACTION NOT_SIGNED SIGNED_BEFORE DECIMALS_UNCONFIRMED UNUSABLE_TOKEN UNLIMITED_ALLOWANCE NO_CODE DELEGATED_ACCOUNT BEACON_PROXY OTHER_ROUTER
  ROUTER_CHANGED IMPACT_TOO_HIGH QUOTE_WORSE OTHER_VALUE OVER_LIMIT REF_RACE SIGNS_NOTHING WOULD_FAIL_NOW OLD_REFERENCE BAD_ROWS OPEN_OPERATION
  NO_SECOND_SOURCE UNLISTED_TOKEN ARRIVES_LESS ALLOWANCE_DIFFERS SPENDS_MORE NOT_SIMULATED
  NOT_AS_CONFIRMED SIGNER_DENIED SIGNER_REFUSED BAD_MESSAGE BAD_SIGNATURE LOOKALIKE_NAME MAP_CHANGED NAME_IS_CONTRACT NAME_CHANGED OFFCHAIN_NAME
  TOKEN_EXTENSION NO_HISTORY NODE_BEHIND FROZEN_ACCOUNT OTHER_OWNER NEEDS_MEMO FEE_DIFFERS PLAN_DIFFERS PLAN_EDITED PLAN_EXPIRED PLAN_USED
`
  .trim()
  .split(/\s+/);
/** Codes that both sides use, and why. */
const onBothSides = [
  'OTHER_PROFILE', // --confirm of another profile is a safety rule; a screen or an operation of another one is a misuse
  'BAD_ROWS', // a batch with a row that a safety rule stops, and a batch with misused rows only
];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const codesOf = (thrown: 'Guarded' | 'BadInput'): string[] => [
  ...new Set(
    sources.flatMap((file) =>
      [
        ...readFileSync(path.join('src', file), 'utf8').matchAll(new RegExp(`new ${thrown}\\(\\s*'([A-Z0-9_]+)'`, 'g')),
      ].map(([, code]) => code!),
    ),
  ),
];

test('no safety rule is thrown as a misuse', () => {
  expect(codesOf('BadInput').length).toBeGreaterThan(50);
  expect(codesOf('BadInput').filter((code) => safetyRules.includes(code) && !onBothSides.includes(code))).toEqual([]);
});

test('every safety rule is in the table', () => {
  expect(codesOf('Guarded').filter((code) => !safetyRules.includes(code))).toEqual([]);
});

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const wrongCase = to.replace('f39F', 'F39f');
const withdraw = 'wallet withdraw create --currency MVL --new-recipient --yes';
const call = 'api user create-withdrawal -f currencyId=MVL -f amount=25 --new-recipient --yes';
const points = 'points transfer --amount 5';

test.each<[string, string, number]>([
  ['a missing --yes', `${points} --to dara --new-recipient`, exit.guarded],
  ['a missing --yes of a change that moves no value', 'notify dismiss 1', exit.guarded],
  ['a new recipient', `${points} --to dara --yes`, exit.guarded],
  ['a new recipient, by the call', 'api user transfer-points -f toUserId=dara -f amount=5 --yes', exit.guarded],
  ['an address of no network', `${withdraw} --amount 25 --to hello`, exit.usage],
  ['an address of no network, by the call', `${call} -f toAddress=hello`, exit.usage],
  ['a checksum', `${withdraw} --amount 25 --to ${wrongCase}`, exit.guarded],
  ['a checksum, by the call', `${call} -f toAddress=${wrongCase}`, exit.guarded],
  ['an address without a key', `${withdraw} --amount 25 --to 0x${'0'.repeat(40)}`, exit.guarded],
  ['what may be a key', `${withdraw} --amount 25 --to 0x${'ab'.repeat(32)}`, exit.guarded],
  ['the name of another profile', `${points} --to dara --new-recipient --confirm other`, exit.guarded],
  ['a duplicate key in --input', 'api user transfer-points --input twice.json --new-recipient --yes', exit.guarded],
  ['a path that servers read in different ways', 'api POST user /v2/balance/mvp/transfer; --yes', exit.guarded],
  ['no recipient', `${points} --yes`, exit.usage],
  ['an amount that is none', 'points transfer --to dara --amount 1e3 --yes', exit.usage],
  ['an option that does not exist', `${points} --to dara --fast --yes`, exit.usage],
  ['a field given twice', 'api user transfer-points -f amount=1 -f amount=2 --yes', exit.usage],
  ['JSON that is none', 'api user transfer-points --input broken.json --yes', exit.usage],
  ['an amount that the fee takes', `${withdraw} --amount 1 --to ${to}`, exit.usage],
])('%s', async (_, line, code) => {
  const user = await signedIn();
  writeFileSync(path.join(user.home, 'twice.json'), '{"toUserId":"dara","amount":"5","amount":"6"}');
  writeFileSync(path.join(user.home, 'broken.json'), '{');
  expect([line, await user.run(line)]).toMatchObject([line, { code, stdout: '' }]);
  expect(await user.json('ops list')).toEqual([]);
});

// A line of every command that moves value, by a user of the seeded sandbox.
import { newUser, type User } from './tuk.js';

/** A command line of a transfer by a seed user, and the lines that prepare it (`ID` is the id of the last response). */
export interface Move {
  readonly line: string;
  readonly after?: readonly string[];
  readonly as?: string;
  readonly stdin?: string;
}
const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50';
const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT';
const bridge = `-f fromAddress=${to} -f toAddress=${to} --new-recipient`;
const app = '-f appId=ID -f currency=TADAP -f identifier=dara -f timestamp=1 -f requestId=r1 -F amount=5';
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const router = '0x3445cafe1899b6027483226f578724824B8186f4';
const phrase = 'test test test test test test test test test test test junk';
const swap = `swap run --network BSC --from bMVL --to USDC --amount 1 --recipient ${friend} --new-recipient`;
const play = (step: string) => `points games play --step ${step}`;
const paid = [`${play('pay')} --yes`, 'sandbox advance 10s'];
const played = [...paid, `${play('start')} --yes`, `${play('score --score 5')} --yes`];
/** A line that signs a transaction, each of which has a block at once. */
const signed = (line: string): Move => ({
  ...{ after: ['sandbox clock frozen'], line: `${line} --key-file -`, stdin: phrase },
});
/** By command: lines that together make every call of its `uses`. */
export const transferCommands: Readonly<Record<string, readonly Move[]>> = {
  'assets order': [{ line: order }, { line: order.replace('--amount 50', '--raw-amount 50000000') }],
  'assets payment create': [{ after: [`${order} --yes`], line: 'assets payment create ID --method CRYPTO' }],
  'assets payment to-crypto': [
    {
      after: [`${order} --yes`, 'assets payment create ID --method CRYPTO --yes'],
      line: 'assets payment to-crypto ID',
    },
  ],
  'wallet withdraw create': ['--amount 25', '--raw-amount 25000000000000000000'].map((amount) => ({
    line: `wallet withdraw create --currency MVL ${amount} --to ${to} --new-recipient`,
  })),
  'wallet migration start': [{ line: `wallet migration start ${to} -f network=BSC --new-recipient` }],
  'depin subscription create': [
    { line: 'depin subscription create --input -', stdin: '{"vin":"SBXX2E028TS000046","period":"WEEK"}' },
  ],
  'depin subscription update': [{ line: 'depin subscription update -f id=x -f action=pay' }],
  'points earn claim': [{ line: `points earn claim 1 --to ${to} --new-recipient` }],
  'points rank claim': [
    {
      line: 'points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient',
    },
  ],
  'points games play': [
    { line: play('pay') },
    { after: paid, line: play('start') },
    { after: [...paid, `${play('start')} --yes`], line: play('score --score 5') },
    { line: play('guest --score 5') },
    { after: played, line: `points games play ID --step picture -f image=x` },
    { after: played, line: 'points games play ID --step share' },
    { line: 'points games play retweet --step repost' },
  ],
  'points transfer': [{ line: 'points transfer --to dara --amount 5 --new-recipient' }],
  'points deposit': [{ line: `points deposit --amount 50 -f currencyId=MVL -f address=${to}` }],
  'points withdraw': [{ line: `points withdraw --amount 50 -f currencyId=MVL -f address=${to} --new-recipient` }],
  'points apps transfer': [
    { as: 'partner', after: ['points apps list'], line: `points apps transfer ${app} --new-recipient` },
  ],
  'store buy': [{ line: 'store buy 1 --quantity 1 --currency MVP' }],
  'store order pay': [{ line: 'store order pay 1' }],
  'store inventory give': [{ line: 'store inventory give 2 --to lan --new-recipient' }],
  'swap bridge create': [{ line: `swap bridge create --type TO_BEP20 --amount 20 ${bridge}` }],
  'wallet send': [signed(`wallet send --network BSC --token bMVL --to ${friend} --amount 1 --new-recipient`)],
  'wallet allowance set': [signed(`wallet allowance set --network BSC --token bMVL --spender ${router} --amount 1`)],
  'wallet allowance revoke': [signed(`wallet allowance revoke --network BSC --token bMVL --spender ${router}`)],
  'swap run': [
    signed(swap),
    { ...signed(swap), after: ['sandbox clock frozen', 'logout'] }, // version 1 needs no session
  ],
  'ride request': [ride, ...['11.564,104.931', 'Palace'].map((place) => ride.replace('PNH-01', place))].map((line) => ({
    line,
  })),
  'ride retry': [{ after: [`${ride} --yes`], line: 'ride retry ID' }],
};

/** Signs a new user in, runs the lines that prepare a move, and returns the user with the move: a user of one's own is signed in already. */
export async function prepared({ line, after = [], as: seed, stdin = '' }: Move, own?: User) {
  const user = own ?? newUser();
  if (own === undefined) await user.run(seed === undefined ? 'login' : `login --as ${seed}`);
  let id = 'x';
  for (const earlier of after) {
    const { stdout } = await user.run(earlier.replaceAll('ID', id));
    id = /"(?:id|paymentId|rideRequestId)"\s*:\s*"([\w-]+)"/.exec(stdout)?.[1] ?? id;
  }
  const words = line.replaceAll('ID', id).split(' ');
  /** Runs the line with more options, and without some of its own. */
  const move = (more: string, without: readonly string[] = []) =>
    user.run([...words.filter((word) => !without.includes(word)), ...more.split(' ')], { stdin });
  return { ...user, words, move };
}

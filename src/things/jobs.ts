// The jobs as data: order a ride, buy, send, swap, withdraw, transfer points, sign in.

import type { Job, Step } from './job.js';
import { sandboxUserChoices } from './sandbox-users.js';

const place = (fills: string, question: string, more: Readonly<Record<string, string>> = {}): Step => ({
  fills,
  question,
  choices: {
    line: 'ride places search {text}',
    before: 'ride places recommend',
    value: '{placeId}',
    shows: ['{name}', '{address}', '{city}'],
    parts: {
      at: 'subPlaces',
      value: '{locationPoint.latitude},{locationPoint.longitude}',
      shows: ['{of.name}, {name}', 'a door or gate'],
      fills: more,
    },
    fills: more,
    typed: more.at === undefined ? {} : { at: /^-?[\d.]+, *-?[\d.]+$/ },
  },
});
/** A token that the account has, on a network that can be used. */
const ownToken = (fills: string, question: string, known?: NonNullable<Step['choices']>['known']): Step => ({
  fills,
  question,
  choices: {
    line: 'wallet balance',
    value: '{asset.ticker}',
    shows: ['{asset.ticker}', '{wholeAmount in asset.ticker}', '{network}', '{valuatedAmount in valuatedCurrency}'],
    fills: { network: '{network}' },
    known,
  },
});
const signer: Step = {
  fills: 'key',
  question: 'Key',
  isOptional: true,
  isAutomatic: true,
  none: 'the signer of the profile, or a key file: more options',
  choices: { line: 'wallet key list', value: '{name}', shows: ['{name}', '{address}'] },
};
const contact: Step = {
  fills: 'to',
  isOpen: true,
  question: 'To',
  choices: { line: 'wallet contacts list', value: '{address}', shows: ['{name}', '{address}', '{network}'] },
};
const amount: Step = { fills: 'amount', question: 'Amount' };

const route: readonly Step[] = [
  place('from', 'From', { at: '{locationPoint.latitude},{locationPoint.longitude}' }),
  place('to', 'To'),
  {
    fills: 'region',
    question: 'Region',
    isAutomatic: true,
    choices: { line: 'ride places region {at}', value: '{region}', shows: ['{region}', 'of the pick-up'] },
  },
];

const jobs: readonly Job[] = [
  { name: 'Prices', command: 'ride search', steps: route },
  {
    name: 'Order a ride',
    command: 'ride request',
    steps: [
      ...route,
      {
        fills: 'product',
        question: 'Ride',
        isClosed: true,
        choices: {
          line: 'ride search --from {from} --to {to} --region {region}',
          rows: 'products',
          value: '{productCode}',
          shows: ['{name}', '{payAmount in currency}', 'for {seats}'],
        },
      },
      {
        fills: 'currency',
        question: 'Pay with',
        always: [{ value: 'POINT', label: 'POINT', is: 'ride points' }],
        choices: { line: 'ride currencies {region}', value: '{id}', shows: ['{symbol}', '{network}'] },
        says: { line: 'points balance', text: 'You have {amount in currencyId}.' },
      },
    ],
  },
  {
    name: 'Buy',
    command: 'store buy',
    steps: [
      {
        fills: 'productId',
        question: 'Product',
        choices: {
          line: 'store featured',
          value: '{id}',
          shows: ['{name}', '{price in currencyId}', '{stockLeft} left'],
          fills: { pays: '{currencyId}' },
        },
      },
      {
        fills: 'quantity',
        question: 'How many',
        says: { line: 'wallet account {pays}', text: 'You have {amount in currencyId}.' },
      },
    ],
  },
  { name: 'Send', command: 'wallet send', steps: [signer, ownToken('token', 'Token'), contact, amount] },
  {
    name: 'Swap',
    command: 'swap run',
    steps: [
      signer,
      ownToken('from', 'Sell', { line: 'swap tokens {network}', rows: 'tokens', value: '{symbol}' }),
      {
        fills: 'to',
        question: 'Buy',
        choices: { line: 'swap tokens {network}', rows: 'tokens', value: '{symbol}', shows: ['{symbol}', '{name}'] },
      },
      amount,
    ],
    says: {
      line: 'swap quote --network {network} --from {from} --to {to} --amount {amount}',
      text: 'The quote: {wholeToTokenAmount in toToken.symbol}, at least {wholeLeastTokenAmount in toToken.symbol}, price impact {priceImpact} %.',
    },
  },
  {
    name: 'Withdraw',
    command: 'wallet withdraw create',
    steps: [
      {
        fills: 'currency',
        question: 'Currency',
        choices: { line: 'store currencies', value: '{id}', shows: ['{id}', '{name}'] },
      },
      { ...contact, says: { line: 'wallet account {currency}', text: 'You have {amount in currencyId}.' } },
      { ...amount, says: { line: 'wallet account {currency}', text: 'You have {amount in currencyId}.' } },
    ],
  },
  {
    name: 'Transfer points',
    command: 'points transfer',
    steps: [
      { fills: 'to', question: 'To whom' },
      { ...amount, says: { line: 'points balance', text: 'You have {amount in currencyId}.' } },
    ],
  },
  {
    name: 'Sign in',
    command: 'login',
    does: 'signs in',
    steps: [
      {
        fills: 'as',
        question: 'Sandbox user',
        isOptional: true,
        when: { sandbox: ['yes'], tokensStdin: [''] },
        always: sandboxUserChoices,
        none: 'another way to sign in',
      },
      {
        fills: 'method',
        question: 'Sign in with',
        isClosed: true,
        when: { as: [''], tokensStdin: [''] },
        always: [
          { value: 'web3', label: 'Wallet key', is: 'signs a message' },
          { value: 'google', label: 'Google', is: 'in a browser' },
          { value: 'discord', label: 'Discord', is: 'in a browser' },
          { value: 'facebook', label: 'Facebook', is: 'in a browser' },
          { value: 'twitter', label: 'Twitter', is: 'in a browser' },
          { value: 'ride', label: 'Ride login', is: 'Telegram init data' },
          { value: 'hmac', label: 'Account key', is: 'recovery phrase or extended key' },
          { value: 'tokens', label: 'Paste tokens', is: 'not shown' },
          { value: 'code', label: 'One-time code', is: 'of another client' },
          { value: 'privy', label: 'Privy', is: 'a token, not shown' },
        ],
      },
      {
        fills: 'keyFile',
        question: 'Key file',
        hint: 'a V3 key store, a private key or a recovery phrase',
        when: { method: ['web3', 'hmac'] },
      },
      { fills: 'file', question: 'Init data file', hint: 'the data of the mini app', when: { method: ['ride'] } },
    ],
  },
];

/** The job of a command; undefined for any other command. */
export const jobOf = (command: string): Job | undefined => jobs.find((job) => job.command === command);
/** Whether a command line is that of a job. */
export const isOfJob = (line: string): boolean => jobs.some(({ command }) => `${line} `.startsWith(`${command} `));

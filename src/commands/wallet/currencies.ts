// What tokens, currencies and networks there are: account, currency, tokens, chains, mvl, fee.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readCommand } from '../../engine/read-command.js';
import { chainIdOf } from '../../money/chains.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { tokenWays } from './tokens.js';

export const currencies: readonly Command[] = [
  readCommand({
    name: 'account',
    values: '<currency>',
    summary: 'Show your balance account of a currency',
    examples: ['tuk wallet account MVL', 'tuk wallet account USDC --jq .amount'],
    service: 'user',
    endpoints: [{ call: 'getBalanceAccount' }],
    uses: ['user GET /balance/accounts/current'],
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
      { path: 'dailyMaxTransferAmount', heading: 'most a day', as: 'amount' },
      { path: 'blockchainAddress', heading: 'address' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
    toParams: ({ currency }) => ({ currencyId: currency }),
  }),
  readCommand({
    name: 'currency',
    values: '<id>',
    summary: 'Show what may be done with a currency, and what it costs',
    examples: ['tuk wallet currency MVL', 'tuk wallet currency USDC --jq .withdrawalFee'],
    service: 'user',
    endpoints: [{ call: 'getCurrency' }],
    uses: ['user GET /currencies/{id}'],
    columns: [
      { path: 'id' },
      { path: 'network' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'tokenDecimal', heading: 'decimals' },
      { path: 'withdrawalFee', heading: 'withdrawal fee', as: 'amount' },
      { path: 'balanceTransferable', heading: 'transferable' },
      { path: 'balanceWithdrawable', heading: 'withdrawable' },
    ],
  }),
  readCommand({
    name: 'tokens',
    summary: 'List the tokens, those of a network, or show one',
    options: [
      { flags: '--network <network>', summary: 'only those of a network', words: Network },
      { flags: '--symbol <symbol>', summary: 'only this one of the network', to: 'tokenSymbol' },
    ],
    examples: ['tuk wallet tokens', 'tuk wallet tokens --network BSC -o csv', 'tuk wallet tokens --network ETHEREUM --symbol MVL'],
    service: 'wallet',
    endpoints: [
      { call: 'listTokens', version: 'v3' },
      { call: 'listTokensV2', version: 'v2', when: 'unknown' },
      ...tokenWays,
      { call: 'getToken', version: 'v3', needs: ['network', 'tokenSymbol'] },
    ],
    uses: [
      'wallet GET /v3/token',
      'wallet GET /v3/token/{network}',
      'wallet GET /v3/token/{network}/{tokenSymbol}',
      'wallet GET /v2/token',
      'wallet GET /v2/token/{network}',
      'wallet GET /v1/token/{network}',
    ],
    columns: [
      { path: 'symbol' },
      { path: 'name' },
      { path: 'network' },
      { path: 'decimals' },
      { path: 'tokenType', heading: 'type' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'priceId', heading: 'price id' },
    ],
    id: 'symbol',
    empty: ['No tokens there.', 'List all: tuk wallet tokens'],
    toParams: (given, { options: { apiVersion } }) => {
      if (given.network !== undefined) return given;
      if (given.tokenSymbol !== undefined) throw new BadInput('MISSING_OPTION', '--symbol needs --network; nothing was sent.');
      if (apiVersion === 'v1') throw new BadInput('MISSING_OPTION', 'Version v1 needs --network; nothing was sent.');
      return given;
    },
  }),
  readCommand({
    name: 'chains',
    summary: 'List the networks that the services know, beside what we know of them',
    description: 'ownChainId is the chain id of our own table, which is the one that counts here; that the two differ is said.',
    examples: ['tuk wallet chains', 'tuk wallet chains --fields network,chainId,ownChainId -o csv'],
    service: 'wallet',
    endpoints: [{ call: 'listChains' }],
    uses: ['wallet GET /v2/blockchain/chains'],
    columns: [
      { path: 'network' },
      { path: 'symbol', heading: 'coin' },
      { path: 'chainId', heading: 'chain id' },
      { path: 'ownChainId', heading: 'ours' },
      { path: 'state' },
      { path: 'explorerUrl', heading: 'explorer', room: 'yields' },
    ],
    id: 'network',
    transform: async (json, _, context) => {
      const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
      const rows = listing(parseLossless(json))?.rows;
      return rows ? stringifyLossless(rows.map((row) => besideOurs(row, context))) : json;
    },
  }),
  readCommand({
    name: 'mvl',
    summary: 'Show the MVL token in numbers',
    examples: ['tuk wallet mvl', 'tuk wallet mvl --jq .prices.USD'],
    service: 'wallet',
    endpoints: [{ call: 'getMvlInfo' }],
    uses: ['wallet GET /api/mvl/info'],
    columns: [
      { path: 'totalSupply', heading: 'all there are', as: 'amount' },
      { path: 'circulatingSupply', heading: 'in circulation', as: 'amount' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
  }),
  readCommand({
    name: 'fee',
    values: '<network>',
    summary: 'Show the fees of a network: low, medium, high',
    description: 'They are shown as they come: their unit is not public.',
    examples: ['tuk wallet fee ETHEREUM', 'tuk wallet fee BSC --jq .medium'],
    service: 'wallet',
    endpoints: [
      { call: 'getFee', version: 'v2' },
      { call: 'getFeeV1', version: 'v1', when: 'signed-out' },
    ],
    uses: ['wallet GET /v2/fee/{network}', 'wallet GET /v1/fee/{network}'],
    columns: [{ path: 'low' }, { path: 'medium' }, { path: 'high' }],
  }),
];

/** A network with the chain id of our own table; where the two differ it is said. */
function besideOurs(row: Row, context: Context): Row {
  const ownChainId = chainIdOf(asText(row.network));
  if (ownChainId !== undefined && !isNothing(row.chainId) && asText(row.chainId) !== String(ownChainId))
    context.log(`▲ ${asText(row.network)}: the service says chain ${asText(row.chainId)}, our table ${ownChainId}.`);
  return { ...row, ownChainId: ownChainId ?? null };
}

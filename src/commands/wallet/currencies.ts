// The currency reads of `tuk wallet`: account, currency, tokens, chains, mvl, fee.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { tokenEndpoints } from '../../engine/read/token-lists.js';
import { withRows } from '../../engine/read/with-rows.js';
import { networkFilter } from '../../engine/request/network-option.js';
import { chainIdOf } from '../../money/networks.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, type Row } from '../../services/json-value.js';
import { currency } from '../../things/balance.js';
import { token } from '../../things/token.js';

export const currencies: readonly Command[] = [
  showCommand('user', {
    name: 'account',
    values: '<currency>',
    summary: 'Show your account balance in a currency',
    examples: ['tuk wallet account MVL', 'tuk wallet account USDC --jq .amount'],
    endpoint: 'getBalanceAccount',
    columns: [
      { path: 'amount', as: 'amount' },
      { path: 'currencyId', heading: 'currency' },
      { path: 'dailyMaxTransferAmount', heading: 'most a day', as: 'amount' },
      { path: 'blockchainAddress', heading: 'address' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
    toParams: ({ currency }) => ({ currencyId: currency }),
  }),
  showCommand('user', {
    name: 'currency',
    values: '<id>',
    summary: 'Show a currency with its permissions and fees',
    examples: ['tuk wallet currency MVL', 'tuk wallet currency USDC --jq .withdrawalFee'],
    endpoint: 'getCurrency',
    columns: currency.fields,
  }),
  listCommand('wallet', {
    name: 'tokens',
    values: '[symbol]',
    summary: 'List the tokens of all networks or of one, or show one token',
    options: [networkFilter],
    examples: [
      'tuk wallet tokens',
      'tuk wallet tokens --network BSC -o csv',
      'tuk wallet tokens MVL --network ETHEREUM',
    ],
    endpoints: [
      { endpoint: 'listTokens' },
      { endpoint: 'listTokensV2', when: 'unknown' },
      ...tokenEndpoints,
      { endpoint: 'getToken', requires: ['network', 'tokenSymbol'] },
    ],
    columns: token.fields,
    id: 'symbol',
    key: ['symbol', 'network', 'contractAddress'],
    empty: ['No tokens there.', 'List all: tuk wallet tokens'],
    toParams: ({ symbol, ...params }) => {
      if (params.network !== undefined) return { ...params, tokenSymbol: symbol };
      if (symbol !== undefined)
        throw new BadInput('MISSING_OPTION', 'A token by its symbol needs --network; nothing was sent.');
      return params;
    },
  }),
  listCommand('wallet', {
    name: 'chains',
    summary: "List the networks of the services with tuk's own chain ids",
    description: "ownChainId is the chain id of tuk's own table, which tuk uses; a difference is logged.",
    examples: ['tuk wallet chains', 'tuk wallet chains --fields network,chainId,ownChainId -o csv'],
    endpoint: 'listChains',
    columns: [
      { path: 'network' },
      { path: 'symbol', heading: 'coin' },
      { path: 'chainId', heading: 'chain id' },
      { path: 'ownChainId', heading: 'ours' },
      { path: 'state' },
      { path: 'explorerUrl', heading: 'explorer', room: 'yields' },
    ],
    id: 'network',
    transform: (json, _, context) => withRows(json, (rows) => rows.map((row) => withOwnChainId(row, context))),
  }),
  showCommand('wallet', {
    name: 'mvl',
    summary: 'Show statistics of the MVL token',
    examples: ['tuk wallet mvl', 'tuk wallet mvl --jq .prices.USD'],
    endpoint: 'getMvlInfo',
    columns: [
      { path: 'totalSupply', heading: 'all there are', as: 'amount' },
      { path: 'circulatingSupply', heading: 'in circulation', as: 'amount' },
      { path: 'updatedAt', heading: 'updated', as: 'time' },
    ],
  }),
  showCommand('wallet', {
    name: 'fee',
    values: '<network>',
    summary: 'Show the fees of a network: low, medium, high',
    description: 'Their unit is not public, so they are printed unchanged.',
    examples: ['tuk wallet fee ETHEREUM', 'tuk wallet fee BSC --jq .medium'],
    endpoints: [{ endpoint: 'getFee' }, { endpoint: 'getFeeV1', when: 'signed-out' }],
    columns: [{ path: 'low' }, { path: 'medium' }, { path: 'high' }],
  }),
];

function withOwnChainId(row: Row, context: Context) {
  const ownChainId = chainIdOf(asText(row.network));
  if (ownChainId !== undefined && !isNothing(row.chainId) && asText(row.chainId) !== String(ownChainId))
    context.log(`▲ ${asText(row.network)}: the service has chain id ${asText(row.chainId)}, tuk ${ownChainId}.`);
  return { ...row, ownChainId: ownChainId ?? null };
}

// The screens of the group Swap as data.

import { payToCode } from '../../../things/bridge-swap.js';
import type { GroupSpec } from '../../../ui/state/screens.js';
import { groupOf } from './group.js';

/** The screens of the group Swap. */
export const swapGroup: GroupSpec = groupOf('4', 'Swap', 'bep20-swap', [
  { name: 'Quote', command: 'swap quote', kind: 'form', reads: true, swaps: ['BSC', 'BSC_TEST', 'ETHEREUM_LOCAL'] },
  { name: 'Tokens', command: 'swap tokens', kind: 'form', reads: true },
  {
    name: 'Bridge',
    command: 'swap bridge list',
    opens: 'watch bridge:{id}',
    fills: ['swap bridge show {id}'],
    actions: [['Swap over the bridge…', 'swap bridge create ?']],
    code: payToCode,
  },
]);

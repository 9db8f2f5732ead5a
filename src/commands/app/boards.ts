// The screens of every group as data: their commands, the detail that enter opens, the actions of the key x.

import type { GroupSpec } from '../../ui/state/screens.js';
import { assetsGroup } from './boards/assets.js';
import { depinGroup } from './boards/depin.js';
import { homeGroup } from './boards/home.js';
import { imageGroup } from './boards/image.js';
import { notifyGroup } from './boards/notify.js';
import { pointsGroup } from './boards/points.js';
import { rideGroup } from './boards/ride.js';
import { storeGroup } from './boards/store.js';
import { swapGroup } from './boards/swap.js';
import { walletGroup } from './boards/wallet.js';

/** Every group in the order of its digit. The names are the `groupNames` of the page. */
export const groupScreens: readonly GroupSpec[] = [
  homeGroup,
  assetsGroup,
  rideGroup,
  walletGroup,
  swapGroup,
  pointsGroup,
  storeGroup,
  depinGroup,
  imageGroup,
  notifyGroup,
];

// Who buys: where they are at home, and which address pays for them.
import type { City } from '../../../services/catalogue/words.js';
import { City as cityWords } from '../../../services/catalogue/words.js';
import { rows } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { liveUser } from '../people/user.js';
import { mainWallet } from '../people/wallet-entity.js';
import { cities } from '../rides/cities.js';

/** The first city of somebody's region; Phnom Penh where that has none. */
export function homeOf(moment: Moment, userId: string): (typeof City)[number] {
  const region = liveUser(moment, userId)?.body.data.region;
  return cityWords.find((city) => cities[city].region === region) ?? 'PNH';
}

/** The address of somebody's linked wallet. */
export const addressOf = (moment: Moment, userId: string): string | undefined =>
  rows(moment, mainWallet, { owner: userId }).find(({ body }) => body.verified)?.body.address;

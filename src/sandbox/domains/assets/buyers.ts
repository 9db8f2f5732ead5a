// Finds the home city of a buyer, and the address that pays for them.
import type { City } from '../../../services/catalogue/words.js';
import { City as cityWords } from '../../../services/catalogue/words.js';
import type { SandboxContext } from '../../core/context.js';
import { rows } from '../../core/rows.js';
import { mainWallet } from '../people/main-wallet.js';
import { liveUser } from '../people/user.js';
import { cities } from '../rides/cities.js';

/** The first city of a user's region; Phnom Penh for a region without one. */
export function homeOf(context: SandboxContext, userId: string): (typeof City)[number] {
  const region = liveUser(context, userId)?.body.data.region;
  return cityWords.find((city) => cities[city].region === region) ?? 'PNH';
}

/** The address of a user's linked wallet. */
export const addressOf = (context: SandboxContext, userId: string): string | undefined =>
  rows(context, mainWallet, { owner: userId }).find(({ body }) => body.verified)?.body.address;

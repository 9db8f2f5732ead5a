// The assumed names of the activity service, as the sandbox has them.
import type { AssumedNames } from '../define.js';

const banners = { type: 'type' };

export default {
  listBanners: banners,
  listRegionBanners: banners,
  listPublicBanners: banners,
  listPublicMissions: { missionGroupId: 'missionGroupId', excludeAutoClaimable: 'excludeAutoClaimable' },
  claimRanking: { network: 'network', to: 'address' },
  registerReferralCode: { code: 'code' },
} satisfies AssumedNames;

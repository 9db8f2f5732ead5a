// The assumed names of the activity service: those of the sandbox.
import type { Assumed } from '../define.js';

const banners = { type: 'type' };

export default {
  listBanners: banners,
  listRegionBanners: banners,
  listPublicBanners: banners,
  listPublicMissions: { missionGroupId: 'missionGroupId', excludeAutoClaimable: 'excludeAutoClaimable' },
  claimRanking: { network: 'network', to: 'address' },
  registerReferralCode: { code: 'code' },
} satisfies Assumed;

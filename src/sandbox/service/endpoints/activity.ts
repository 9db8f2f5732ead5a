// The handlers of the activity service: missions, rankings, referrals, banners.
import { action, aliasOf, defineHandlers, forKind, get, list, view } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { claimMission, reportActivity, runAfterAction } from '../../domains/missions/claim-mission.js';
import {
  banner,
  bannerListing,
  bannerQuery,
  missionGroup,
  publicListing,
  regionListing,
} from '../../domains/missions/group.js';
import { democopterListing, mission, missionListing, publicQuery } from '../../domains/missions/mission.js';
import { activityType, showMissionPoint } from '../../domains/missions/mission-claims.js';
import {
  boardQuery,
  claimBody,
  claimRanking,
  showBoard,
  showRank,
  showRankingClaim,
} from '../../domains/missions/ranking.js';
import {
  countInvitees,
  registerBody,
  registerReferralCode,
  showReferralCode,
} from '../../domains/missions/referral.js';

export default defineHandlers<typeof import('../../../services/catalogue/activity.js')>({
  listDemocopterMissions: list(mission, democopterListing),
  listBanners: list(banner, bannerListing, { query: bannerQuery }),
  listRegionBanners: list(banner, regionListing, { query: bannerQuery }),
  listPublicBanners: list(banner, publicListing, { query: bannerQuery }),
  getMissionPoint: view(showMissionPoint),
  getRankingClaim: forKind(missionGroup, view(showRankingClaim)),
  listRankingLeaders: forKind(missionGroup, view(showBoard, { query: boardQuery })),
  getRank: forKind(missionGroup, view(showRank)),
  claimRanking: forKind(missionGroup, view(claimRanking, { body: claimBody })),
  getReferralCode: view(showReferralCode),
  countInvitees: view(countInvitees),
  registerReferralCode: view(registerReferralCode, { body: registerBody }),
  listMissionsV2: aliasOf('listMissions'),
  listMissionGroupsV2: aliasOf('listMissionGroups'),
  getMissionGroupV2: aliasOf('getMissionGroup'),
  reportActivityV2: aliasOf('reportActivity'),
  runAfterActionV2: aliasOf('runAfterAction'),
  claimMissionV2: aliasOf('claimMission'),
  listMissions: list(mission, missionListing),
  listMissionGroups: list(missionGroup),
  getMissionGroup: get(missionGroup),
  reportActivity: forKind(activityType, view(reportActivity)),
  runAfterAction: action(mission, runAfterAction),
  claimMission: action(mission, claimMission),
  listPublicMissions: list(mission, missionListing, { query: publicQuery }),
  listPublicMissionGroups: aliasOf('listMissionGroups'),
  getPublicMissionGroup: aliasOf('getMissionGroup'),
  ...health,
});

// The handlers of the activity service: missions, rankings, referrals, banners.
import { health } from '../../core/health.js';
import { action, aliasOf, defineHandlers, forKind, get, list, view } from '../../core/index.js';
import { listBanners, listPublicBanners, listRegionBanners, missionGroup } from '../../domains/missions/group.js';
import {
  claimMission,
  listDemocopterMissions,
  listPublicMissions,
  mission,
  reportActivity,
  runAfterAction,
} from '../../domains/missions/mission.js';
import { activityType, showMissionPoint } from '../../domains/missions/mission-claims.js';
import { claimRanking, showBoard, showRank, showRankingClaim } from '../../domains/missions/ranking.js';
import { countInvitees, registerReferralCode, showReferralCode } from '../../domains/missions/referral.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/activity.js')>({
  listDemocopterMissions,
  listBanners,
  listRegionBanners,
  listPublicBanners,
  getMissionPoint: view(showMissionPoint),
  getRankingClaim: forKind(missionGroup, view(showRankingClaim)),
  listRankingLeaders: forKind(missionGroup, showBoard),
  getRank: forKind(missionGroup, view(showRank)),
  claimRanking: forKind(missionGroup, claimRanking),
  getReferralCode: view(showReferralCode),
  countInvitees: view(countInvitees),
  registerReferralCode,
  listMissionsV2: aliasOf('listMissions'),
  listMissionGroupsV2: aliasOf('listMissionGroups'),
  getMissionGroupV2: aliasOf('getMissionGroup'),
  reportActivityV2: aliasOf('reportActivity'),
  runAfterActionV2: aliasOf('runAfterAction'),
  claimMissionV2: aliasOf('claimMission'),
  listMissions: { ...listPublicMissions, query: undefined }, // the catalogue has its fields
  listMissionGroups: list(missionGroup),
  getMissionGroup: get(missionGroup),
  reportActivity: forKind(activityType, view(reportActivity)),
  runAfterAction: action(mission, runAfterAction),
  claimMission: action(mission, claimMission),
  listPublicMissions,
  listPublicMissionGroups: aliasOf('listMissionGroups'),
  getPublicMissionGroup: aliasOf('getMissionGroup'),
  ...health,
});

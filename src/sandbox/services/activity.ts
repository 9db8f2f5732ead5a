// The activity service: missions, rankings, referrals, banners, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/activity.js')>({
  listDemocopterMissions: plain(),
  listBanners: plain(),
  listRegionBanners: plain(),
  listPublicBanners: plain(),
  getMissionPoint: plain(),
  getRankingClaim: plain(),
  listRankingLeaders: plain(),
  getRank: plain(),
  claimRanking: plain(),
  getReferralCode: plain(),
  countInvitees: plain(),
  registerReferralCode: plain(),
  listMissionsV2: plain(),
  listMissionGroupsV2: plain(),
  getMissionGroupV2: plain(),
  reportActivityV2: plain(),
  runAfterActionV2: plain(),
  claimMissionV2: plain(),
  listMissions: plain(),
  listMissionGroups: plain(),
  getMissionGroup: plain(),
  reportActivity: plain(),
  runAfterAction: plain(),
  claimMission: plain(),
  listPublicMissions: plain(),
  listPublicMissionGroups: plain(),
  getPublicMissionGroup: plain(),
  ...vitals,
});

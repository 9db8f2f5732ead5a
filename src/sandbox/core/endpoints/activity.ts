// The activity service: missions, rankings, referrals, banners, answered.
import { banner, bannerListing, bannerQuery, publicListing, regionListing } from '../../domains/missions/banner.js';
import { claimMission, reportActivity, runAfterAction } from '../../domains/missions/claiming.js';
import { missionGroup } from '../../domains/missions/group.js';
import { democopterListing, mission, missionListing, publicQuery } from '../../domains/missions/mission.js';
import { activityType } from '../../domains/missions/mission-claims.js';
import { showMissionPoint } from '../../domains/missions/mission-points.js';
import { boardQuery, showBoard, showRank } from '../../domains/missions/ranking.js';
import { claimBody, claimRanking, showRankingClaim } from '../../domains/missions/ranking-claiming.js';
import { countInvitees, registerBody, registerReferralCode, showReferralCode } from '../../domains/missions/referral.js';
import { act, answers, get, type Line, list, same, view } from '../handlers.js';
import { vitals } from '../health.js';
import type { Kind } from '../rows.js';

/** A call whose path names a row of a kind, and that is no verb over it. */
const over = <Body>(kind: Kind<Body>, line: Line): Line => ({ ...line, kind: kind as Kind<never> });

export default answers<typeof import('../../../services/catalogue/activity.js')>({
  listDemocopterMissions: list(mission, democopterListing),
  listBanners: list(banner, bannerListing, { query: bannerQuery }),
  listRegionBanners: list(banner, regionListing, { query: bannerQuery }),
  listPublicBanners: list(banner, publicListing, { query: bannerQuery }),
  getMissionPoint: view(showMissionPoint),
  getRankingClaim: over(missionGroup, view(showRankingClaim)),
  listRankingLeaders: over(missionGroup, view(showBoard, { query: boardQuery })),
  getRank: over(missionGroup, view(showRank)),
  claimRanking: over(missionGroup, view(claimRanking, { body: claimBody })),
  getReferralCode: view(showReferralCode),
  countInvitees: view(countInvitees),
  registerReferralCode: view(registerReferralCode, { body: registerBody }),
  listMissionsV2: same('listMissions'),
  listMissionGroupsV2: same('listMissionGroups'),
  getMissionGroupV2: same('getMissionGroup'),
  reportActivityV2: same('reportActivity'),
  runAfterActionV2: same('runAfterAction'),
  claimMissionV2: same('claimMission'),
  listMissions: list(mission, missionListing),
  listMissionGroups: list(missionGroup),
  getMissionGroup: get(missionGroup),
  reportActivity: over(activityType, view(reportActivity)),
  runAfterAction: act(mission, runAfterAction),
  claimMission: act(mission, claimMission),
  listPublicMissions: list(mission, missionListing, { query: publicQuery }),
  listPublicMissionGroups: same('listMissionGroups'),
  getPublicMissionGroup: same('getMissionGroup'),
  ...vitals,
});

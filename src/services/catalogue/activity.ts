// Activity: missions, rankings, referrals, banners. Some names of its answers were seen (CONTRACT.md section 4).
import { many, open, optional, service, text, verbs, vitals, word } from './define.js';
import { MissionTypeV1, Region } from './words.js';

const { get, post } = verbs<typeof import('./activity.shapes.js')>();

const ofGroup = { missionGroupId: optional(text()), excludeAutoClaimable: optional(text()) };

export default service({
  name: 'activity',
  auth: 'signed-in',
  path: { region: Region },
  shapes: () => import('./activity.shapes.js'),
  // biome-ignore format: one call a line
  calls: {
    listDemocopterMissions: get('/missions/democopter', { is: 'List the missions of Democopter', auth: 'public', query: { type: optional(word(MissionTypeV1)), inviteeId: optional(text()), slug: optional(many(text())) }, gives: 'DemocopterMissions' }),
    listBanners: get('/v1/banners', { is: 'List the banners', query: open }),
    listRegionBanners: get('/v1/banners/{region}', { is: 'List the banners of a region', query: open }),
    listPublicBanners: get('/v1/public/banners', { is: 'List the banners without signing in', auth: 'public', query: open }),
    getMissionPoint: get('/v1/mission-point', { is: 'Show the mission points of one kind', query: { missionPointId: text() }, gives: 'MissionPoint' }),
    getRankingClaim: get('/v1/ranking-mission/{missionGroupId}/claim/status', { is: 'Show how far the claim of a ranking is' }),
    listRankingLeaders: get('/v1/ranking-mission/{missionGroupId}/leader-board', { is: 'List the leaders of a ranking' }),
    getRank: get('/v1/ranking-mission/{missionGroupId}/rank', { is: "Show the signed-in user's rank", gives: 'Rank' }),
    claimRanking: post('/v1/ranking-mission/{missionGroupId}/claim', { is: 'Claim the reward of a ranking', body: open, effect: 'money' }),
    getReferralCode: get('/v1/referralCode/current', { is: "Show the signed-in user's referral code" }),
    countInvitees: get('/v1/referrals/current/invite-count', { is: 'Count whom the signed-in user has invited', gives: 'InviteCount' }),
    registerReferralCode: post('/v1/referralCode/register', { is: 'Register a referral code', body: open, effect: 'service', final: true }),
    listMissionsV2: get('/v2/missions', { is: 'List the missions, version 2', query: ofGroup, gives: 'Missions' }),
    listMissionGroupsV2: get('/v2/missions/groups', { is: 'List the mission groups, version 2' }),
    getMissionGroupV2: get('/v2/missions/groups/{alias}', { is: 'Show one mission group, version 2' }),
    reportActivityV2: post('/v2/activities/{typeId}', { is: 'Report an activity, version 2', effect: 'service', gives: 'ActivityResult' }),
    runAfterActionV2: post('/v2/missions/{id}/after-action', { is: 'Run what follows a mission, version 2', body: open, effect: 'service' }),
    claimMissionV2: post('/v2/missions/{id}/claim', { is: 'Claim the reward of a mission, version 2', effect: 'service', gives: 'MissionClaim' }),
    listMissions: get('/v3/missions', { is: 'List the missions', query: ofGroup, gives: 'Missions' }),
    listMissionGroups: get('/v3/missions/groups', { is: 'List the mission groups' }),
    getMissionGroup: get('/v3/missions/groups/{alias}', { is: 'Show one mission group' }),
    reportActivity: post('/v3/activities/{typeId}', { is: 'Report an activity', effect: 'service', gives: 'ActivityResult' }),
    runAfterAction: post('/v3/missions/{id}/after-action', { is: 'Run what follows a mission', body: open, effect: 'service' }),
    claimMission: post('/v3/missions/{id}/claim', { is: 'Claim the reward of a mission', effect: 'service', gives: 'MissionClaim' }),
    listPublicMissions: get('/v2/public/missions', { is: 'List the missions without signing in', auth: 'public' }),
    listPublicMissionGroups: get('/v2/public/missions/groups', { is: 'List the mission groups without signing in', auth: 'public' }),
    getPublicMissionGroup: get('/v2/public/missions/groups/{alias}', { is: 'Show one mission group without signing in', auth: 'public' }),
    ...vitals,
  },
});

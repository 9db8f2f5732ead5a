// Activity: missions, rankings, referrals, banners. Some field names of its responses are public (platform 5.1).
import { healthCalls, many, open, optional, service, text, verbs, word } from './define.js';
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
    listDemocopterMissions: get('/missions/democopter', { summary: 'List the missions of Democopter', auth: 'public', query: { type: optional(word(MissionTypeV1)), inviteeId: optional(text()), slug: optional(many(text())) }, response: 'DemocopterMissions' }),
    listBanners: get('/v1/banners', { summary: 'List the banners', query: open }),
    listRegionBanners: get('/v1/banners/{region}', { summary: 'List the banners of a region', query: open }),
    listPublicBanners: get('/v1/public/banners', { summary: 'List the banners without signing in', auth: 'public', query: open }),
    getMissionPoint: get('/v1/mission-point', { summary: 'Show the mission points of one kind', query: { missionPointId: text() }, response: 'MissionPoint' }),
    getRankingClaim: get('/v1/ranking-mission/{missionGroupId}/claim/status', { summary: 'Show the status of a ranking claim' }),
    listRankingLeaders: get('/v1/ranking-mission/{missionGroupId}/leader-board', { summary: 'List the leaders of a ranking', persons: true }),
    getRank: get('/v1/ranking-mission/{missionGroupId}/rank', { summary: "Show the signed-in user's rank", response: 'Rank' }),
    claimRanking: post('/v1/ranking-mission/{missionGroupId}/claim', { summary: 'Claim the reward of a ranking', body: open, effect: 'money' }),
    getReferralCode: get('/v1/referralCode/current', { summary: "Show the signed-in user's referral code" }),
    countInvitees: get('/v1/referrals/current/invite-count', { summary: 'Count the users that the signed-in user has invited', response: 'InviteCount' }),
    registerReferralCode: post('/v1/referralCode/register', { summary: 'Register a referral code', body: open, effect: 'service', final: true }),
    listMissionsV2: get('/v2/missions', { summary: 'List the missions, version 2', query: ofGroup, response: 'Missions' }),
    listMissionGroupsV2: get('/v2/missions/groups', { summary: 'List the mission groups, version 2' }),
    getMissionGroupV2: get('/v2/missions/groups/{alias}', { summary: 'Show one mission group, version 2' }),
    reportActivityV2: post('/v2/activities/{typeId}', { summary: 'Report an activity, version 2', effect: 'service', response: 'ActivityResult' }),
    runAfterActionV2: post('/v2/missions/{id}/after-action', { summary: 'Run the follow-up action of a mission, version 2', body: open, effect: 'service' }),
    claimMissionV2: post('/v2/missions/{id}/claim', { summary: 'Claim the reward of a mission, version 2', effect: 'service', response: 'MissionClaim' }),
    listMissions: get('/v3/missions', { summary: 'List the missions', query: ofGroup, response: 'Missions' }),
    listMissionGroups: get('/v3/missions/groups', { summary: 'List the mission groups' }),
    getMissionGroup: get('/v3/missions/groups/{alias}', { summary: 'Show one mission group' }),
    reportActivity: post('/v3/activities/{typeId}', { summary: 'Report an activity', effect: 'service', response: 'ActivityResult' }),
    runAfterAction: post('/v3/missions/{id}/after-action', { summary: 'Run the follow-up action of a mission', body: open, effect: 'service' }),
    claimMission: post('/v3/missions/{id}/claim', { summary: 'Claim the reward of a mission', effect: 'service', response: 'MissionClaim' }),
    listPublicMissions: get('/v2/public/missions', { summary: 'List the missions without signing in', auth: 'public' }),
    listPublicMissionGroups: get('/v2/public/missions/groups', { summary: 'List the mission groups without signing in', auth: 'public' }),
    getPublicMissionGroup: get('/v2/public/missions/groups/{alias}', { summary: 'Show one mission group without signing in', auth: 'public' }),
    ...healthCalls,
  },
});

// Mission groups, two with rankings, and banners. Only the closed words are public.

import { optional, word } from '../../../src/services/catalogue/define.js';
import { BannerType } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  type Handler,
  type HandlerContext,
  iso,
  type Kind,
  list,
  paging,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import banners from './banners.json' with { type: 'json' };
import { claimsOf, periodStart } from './mission-claims.js';
import { type Banner, groupSeeds, inLanguage, type MissionGroup, viewer } from './mission-rows.js';

export const missionGroup: Kind<MissionGroup, ResponseOf<typeof shapes.MissionGroup>> = defineKind({
  name: 'mission-group',
  key: 'alias',
  show: (row, context) => showGroup(row, context),
  seed: (opening) => {
    for (const { starts, ends, titleJp, descriptionJp, ...facts } of groupSeeds) {
      const startsAt = iso(opening.now + starts * day);
      const endsAt = ends === null ? null : iso(opening.now + ends * day);
      const body = { ...facts, startsAt, endsAt, hidden: { titleJp, descriptionJp } };
      addRow(opening, missionGroup, { body });
    }
  },
});

/** `userClaimedCount` sums the missions of the group. Daily missions count today's claims. */
function showGroup({ id, body: { hidden, ...fields } }: Row<MissionGroup>, context: Context) {
  const userId = viewer(context);
  const isOfGroup = ({ at, body }: ReturnType<typeof claimsOf>[number]) =>
    body.missionGroupId === id && at >= periodStart(body.frequency, context.now);
  const claimed = userId === undefined ? [] : claimsOf(context, userId).filter(isOfGroup);
  return {
    id,
    ...fields,
    title: inLanguage(context, { en: fields.title, jp: hidden.titleJp }),
    description: inLanguage(context, { en: fields.description, jp: hidden.descriptionJp }),
    userClaimedCount: claimed.length,
  };
}

/** The alias must exist. */
export const groupNamed = (context: Context, alias: string): Row<MissionGroup> =>
  rows(context, missionGroup).find(({ body }) => body.alias === alias)!;

export const isWithinPeriod = ({ startsAt, endsAt }: Pick<MissionGroup, 'startsAt' | 'endsAt'>, now: number): boolean =>
  Date.parse(startsAt) <= now && (endsAt === null || now < Date.parse(endsAt));

/** The group in the path. @throws {Refusal} 404 NOT_FOUND_MISSION_GROUP, 422 NOT_OPEN without a ranking */
export function requireRanking(context: HandlerContext): Row<MissionGroup> {
  const row = requireRow(context, missionGroup, context.path.missionGroupId ?? '');
  if (!row.body.ranking) refuse(422, `The mission group ${row.body.alias} has no ranking.`, 'NOT_OPEN');
  return row;
}

interface BannerSeed extends Pick<Banner, 'type' | 'region' | 'title' | 'linkAction' | 'link'> {
  readonly titleJp: string;
}
/** In order of display: each type, each link action, some for one region only. */
const bannerSeeds = banners as readonly BannerSeed[];

const banner: Kind<Banner, ResponseOf<typeof shapes.Banners>> = defineKind({
  name: 'banner',
  show: ({ id, body: { hidden, ...fields } }, context) => ({
    id,
    ...fields,
    title: inLanguage(context, { en: fields.title, jp: hidden.titleJp }),
  }),
  seed: (opening) => {
    for (const [index, { titleJp, link, ...facts }] of bannerSeeds.entries()) {
      const imageUrl = `https://pictures.sandbox.invalid/banner-${index + 1}.png`;
      const to = facts.linkAction === 'MISSION_GROUP' ? groupNamed(opening, link!).id : link;
      const dates = { startsAt: iso(opening.now - 30 * day), endsAt: null };
      const body = { ...facts, imageUrl, link: to, order: index + 1, ...dates, hidden: { titleJp } };
      addRow(opening, banner, { body });
    }
  },
});

const listing = (where: (row: Row<Banner>, region: string | undefined) => boolean): Handler =>
  list(banner, {
    query: { type: optional(word(BannerType)), ...paging },
    filters: ['type'],
    where: (row, { now, path }) => isWithinPeriod(row.body, now) && where(row, path.region),
    sort: () => (a, b) => a.body.order - b.body.order,
  });
/** All banners; of a region and worldwide; only worldwide for a caller without a session. */
export const listBanners = listing(() => true);
export const listRegionBanners = listing(({ body }, region) => body.region === null || body.region === region);
export const listPublicBanners = listing(({ body }) => body.region === null);

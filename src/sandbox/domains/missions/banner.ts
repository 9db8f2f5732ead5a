// Banners. All but the closed words is the sandbox's own.

import { optional, word } from '../../../services/catalogue/define.js';
import { BannerType } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type ListOptions, paging } from '../../core/handlers.js';
import { addRow, type Kind, type Row } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/activity.js';
import type { Answer } from '../../core/stored.js';
import banners from './banners.json' with { type: 'json' };
import { groupNamed, isWithinPeriod } from './group.js';
import type { Banner } from './mission-rows.js';
import { inLanguage } from './viewer.js';

interface BannerSeed extends Pick<Banner, 'type' | 'region' | 'title' | 'linkAction' | 'link'> {
  readonly titleJp: string;
}
/** The twelve banners of a new world, in the order in which they are shown: each type, each link action, some for one region only. */
const bannerSeeds = banners as readonly BannerSeed[];

export const banner: Kind<Banner, Answer<typeof shapes.Banners>> = {
  name: 'banner',
  table: 'banner',
  noun: 'BANNER',
  owned: false,
  show: ({ id, body: { hidden, ...shown } }, context) => ({
    id,
    ...shown,
    title: inLanguage(context, { en: shown.title, jp: hidden.titleJp }),
  }),
  seed: (opening) => {
    for (const [index, { titleJp, link, ...facts }] of bannerSeeds.entries()) {
      const imageUrl = `https://pictures.sandbox.invalid/banner-${index + 1}.png`;
      const to = facts.linkAction === 'MISSION_GROUP' ? groupNamed(opening, link!).id : link;
      const dates = { startsAt: iso(opening.now - 30 * day), endsAt: null };
      const body = { ...facts, imageUrl, link: to, order: index + 1, ...dates, hidden: { titleJp } };
      addRow(opening, banner, { owner: null, at: opening.now, body });
    }
  },
};

/** The query of the lists. */
export const bannerQuery = { type: optional(word(BannerType)), ...paging };
const listing = (where: (row: Row<Banner>, region: string | undefined) => boolean): ListOptions<Banner> => ({
  where: (row, { now, query, path }) =>
    isWithinPeriod(row.body, now) && (query.type === undefined || row.body.type === query.type) && where(row, path.region),
  sort: () => (a, b) => a.body.order - b.body.order,
});
/** All banners; those of a region and the worldwide ones; only the worldwide ones for a caller who is not signed in. */
export const bannerListing = listing(() => true);
export const regionListing = listing(({ body }, region) => body.region === null || body.region === region);
export const publicListing = listing(({ body }) => body.region === null);

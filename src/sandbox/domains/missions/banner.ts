// Banners. Everything but the words is the sandbox's own.
import { optional, word } from '../../../services/catalogue/define.js';
import { BannerType, type LinkAction, type Region } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type Listing, paging } from '../../core/handlers.js';
import { addRow, type Kind, type Row } from '../../core/rows.js';
import { inLanguage } from './asking.js';
import { bannerSeeds } from './banner-seeds.js';
import { groupNamed, isRunning } from './group.js';

/** A banner as stored. */
export interface Banner {
  readonly type: (typeof BannerType)[number];
  /** Where it is shown; nothing is everywhere. */
  readonly region: (typeof Region)[number] | null;
  readonly title: string;
  readonly imageUrl: string;
  readonly linkAction: (typeof LinkAction)[number];
  /** An address, or the id of a mission group. */
  readonly link: string | null;
  readonly order: number;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: { readonly titleJp: string };
}

export const banner: Kind<Banner> = {
  name: 'banner',
  table: 'banner',
  noun: 'BANNER',
  owned: false,
  show: ({ id, body: { hidden, ...shown } }, moment) => ({
    id,
    ...shown,
    title: inLanguage(moment, { en: shown.title, jp: hidden.titleJp }),
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

/** What the lists take. */
export const bannerQuery = { type: optional(word(BannerType)), ...paging };
const listing = (where: (row: Row<Banner>, region: string | undefined) => boolean): Listing<Banner> => ({
  where: (row, { now, query, path }) =>
    isRunning(row.body, now) && (query.type === undefined || row.body.type === query.type) && where(row, path.region),
  sort: () => (a, b) => a.body.order - b.body.order,
});
/** All; those of a region, with what is shown everywhere; those that are shown everywhere, to who has not signed in. */
export const bannerListing = listing(() => true);
export const regionListing = listing(({ body }, region) => body.region === null || body.region === region);
export const publicListing = listing(({ body }) => body.region === null);

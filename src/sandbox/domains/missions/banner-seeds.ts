// The twelve banners of a new world: each type, each link action, some for one region only.
import banners from './banners.json' with { type: 'json' };
import type { Banner } from './mission-rows.js';

interface BannerSeed extends Pick<Banner, 'type' | 'region' | 'title' | 'linkAction' | 'link'> {
  readonly titleJp: string;
}

/** In the order in which they are shown. */
export const bannerSeeds = banners as readonly BannerSeed[];

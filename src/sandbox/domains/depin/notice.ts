// Notices: a new one every five days, the last eighteen to be read. Categories are SPEC.md's words, texts the sandbox's own.
import { optional, word } from '../../../services/catalogue/define.js';
import { NoticeCategory } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { page, paging } from '../../core/handlers.js';
import { seededId } from '../../core/ids.js';
import type { Moment, World } from '../../core/world.js';

const every = 5 * day;
const kept = 18;
const titles: Readonly<Record<(typeof NoticeCategory)[number], readonly string[]>> = {
  NEW_RELEASE: [
    'Swap stations on the map',
    'A new look for the vehicle list',
    'Battery health in the inventory',
    'Rides by city',
    'Subscriptions by the week',
  ],
  MEDIA_COVERAGE: [
    'Tuk-tuks that plug in',
    'A day at a swap station',
    'Who drives the night',
    'Batteries that travel',
    'Phnom Penh goes electric',
  ],
  ETC: ['Maintenance on Sunday night', 'Office hours', 'New address of a station', 'Survey of drivers', 'Thank you for a quiet month'],
};

/** The notice of a number. */
function notice({ seed }: Moment, number: number) {
  const category = NoticeCategory[number % NoticeCategory.length]!;
  const id = seededId(seed, 'notice', number);
  return {
    id,
    category,
    title: titles[category][Math.floor(number / NoticeCategory.length) % titles[category].length]!,
    url: `https://notices.sandbox.invalid/${id}`,
    imageUrl: number % 4 === 0 ? null : `https://pictures.sandbox.invalid/notice-${(number % 12) + 1}.png`,
    publishedAt: iso(number * every),
  };
}

export const noticeQuery = { category: optional(word(NoticeCategory)), ...paging };
/** GET /v1/rwa-notice: the last first. */
export function listNotices(world: World): unknown {
  const last = Math.floor(world.now / every);
  const found = Array.from({ length: kept }, (_, back) => notice(world, last - back));
  return page(
    world,
    found.filter(({ category }) => world.query.category === undefined || world.query.category === category),
  ).map((one) => one);
}

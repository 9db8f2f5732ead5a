// Notices: a new one every five days, the last eighteen listed. The categories are public (platform 9.3).

import { optional, word } from '../../../src/services/catalogue/define.js';
import { NoticeCategory } from '../../../src/services/catalogue/words.js';
import { type Context, day, iso, matches, page, paging, seededId, view } from '../../core/index.js';
import notices from './notices.json' with { type: 'json' };

const every = 5 * day;
const noticeCount = 18;
const titles: Readonly<Record<(typeof NoticeCategory)[number], readonly string[]>> = notices;

function notice({ seed }: Context, number: number) {
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

/** The latest notices, the last first. */
export const listNotices = view(
  (context) => {
    const last = Math.floor(context.now / every);
    const latest = Array.from({ length: noticeCount }, (_, back) => notice(context, last - back));
    return page(
      context,
      latest.filter((item) => matches(context.query, ['category'], item)),
    );
  },
  { query: { category: optional(word(NoticeCategory)), ...paging } },
);

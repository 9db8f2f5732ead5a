// Who looks at a mission, and in which language: known where a request answers it, nobody and English elsewhere.
import type { Moment, World } from '../../core/world.js';

type Asking = Partial<Pick<World, 'who' | 'language'>>;

/** The signed-in user of the request under way, if there is one. */
export const viewer = (moment: Moment): string | undefined => (moment as Asking).who?.userId;

/** A text in English and Japanese. */
export interface Texts {
  readonly en: string;
  readonly jp: string;
}
/** The one that was asked for (`Accept-Language: jp`). */
export const inLanguage = (moment: Moment, { en, jp }: Texts): string => ((moment as Asking).language === 'jp' ? jp : en);

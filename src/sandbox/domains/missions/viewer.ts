// The user and the language that a mission is shown for: those of the request, or no user and English.
import type { HandlerContext, SandboxContext } from '../../core/context.js';

type ViewerContext = Partial<Pick<HandlerContext, 'caller' | 'language'>>;

/** The signed-in user of the request under way, if there is one. */
export const viewer = (context: SandboxContext): string | undefined => (context as ViewerContext).caller?.userId;

/** A text in English and Japanese. */
export interface Texts {
  readonly en: string;
  readonly jp: string;
}
/** The text in the requested language (`Accept-Language: jp`). */
export const inLanguage = (context: SandboxContext, { en, jp }: Texts): string => ((context as ViewerContext).language === 'jp' ? jp : en);

// Seeds the twelve banners: each type, each link action, some for one region only.
import type { Banner } from './mission-rows.js';

interface BannerSeed extends Pick<Banner, 'type' | 'region' | 'title' | 'linkAction' | 'link'> {
  readonly titleJp: string;
}
type Names = readonly [title: string, titleJp: string];
const banner = (
  type: Banner['type'],
  region: Banner['region'],
  [title, titleJp]: Names,
  linkAction: Banner['linkAction'],
  link: string | null = null,
): BannerSeed => ({ type, region, title, titleJp, linkAction, link });

const site = 'https://store.sandbox.invalid';
/** In the order in which they are shown. */
export const bannerSeeds: readonly BannerSeed[] = [
  banner('Clutch', null, ['Own a part of a tuk-tuk', 'トゥクトゥクのオーナーに'], 'WEBVIEW', `${site}/offerings`),
  banner('TelegramMiniApp', null, ['New missions every day', '毎日新しいミッション'], 'MISSION_GROUP', 'daily'),
  banner('TelegramMiniApp-book-location', null, ['Where to?', 'どこへ行きますか'], 'NONE'),
  banner('TelegramMiniApp-book-info', null, ['Pay with points', 'ポイントで支払う'], 'DEEPLINK', 'tuk-sandbox://points'),
  banner('TelegramMiniApp-MVL-description', null, ['What is MVL?', 'MVLとは'], 'DAPPVIEW', 'https://dapp.sandbox.invalid/mvl'),
  banner('TelegramMiniApp', 'KH', ['Ride in Phnom Penh', 'プノンペンで乗車'], 'DEEPLINK_WITH_DEFERRED_AUTH', 'tuk-sandbox://ride/PNH'),
  banner('TelegramMiniApp', 'SG', ['Cars in Singapore', 'シンガポールの車'], 'DEEPLINK', 'tuk-sandbox://ride/SIN'),
  banner('TelegramMiniApp', 'VN', ['Bikes in Hanoi', 'ハノイのバイク'], 'DEEPLINK', 'tuk-sandbox://ride/HAN'),
  banner('Clutch', 'JP', ['Vehicles for Japan', '日本の皆さまへ'], 'WEBVIEW', `${site}/jp`),
  banner('Clutch', 'KR', ['Cars in Seoul', 'ソウルの車'], 'WEBVIEW', `${site}/kr`),
  banner('Clutch', 'USA', ['Grand ranking', 'グランドランキング'], 'MISSION_GROUP', 'grand-ranking'),
  banner('Clutch', 'TH', ['Bikes in Bangkok', 'バンコクのバイク'], 'NONE'),
];

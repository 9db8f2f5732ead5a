// Converts field names to labels for people.
import { escapeControls } from './visible.js';

const asWritten: Readonly<Record<string, string>> = {
  vin: 'VIN',
  url: 'URL',
  uid: 'UID',
  nft: 'NFT',
  apr: 'APR',
  soc: 'charge',
};

/**
 * `driverInfo.carPlate` is `Car plate`, `batterySoc` is `Battery charge`, `vin` is `VIN`; statuses are unchanged. Names
 * may come from a service.
 */
export function labelOf(path: string): string {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (/^[A-Z0-9_]+$/.test(last)) return escapeControls(last);
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => (Object.hasOwn(asWritten, word) ? asWritten[word]! : word))
    .join(' ');
  return escapeControls(words.charAt(0).toUpperCase() + words.slice(1));
}

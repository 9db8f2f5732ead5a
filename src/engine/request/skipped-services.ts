// The services without an address in a profile: a check of all services skips them, and says so.

import type { Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import { hasService } from '../../session/profile-services.js';

/** The services among these without an address; empty if the profile has no address at all, or cannot be read. */
export function withoutAddress(context: Context, services: readonly ServiceName[]): readonly ServiceName[] {
  try {
    const settings = context.settings();
    const missing = isEmbedded(settings) ? [] : services.filter((service) => !hasService(settings.of, service));
    return missing.length < services.length ? missing : [];
  } catch {
    return []; // who uses the settings reports it
  }
}
/** `2 services without an address in this profile are skipped: sale, push`. */
export const skippedText = (services: readonly ServiceName[]): string =>
  `${counted(services.length, 'service')} without an address in this profile ${services.length === 1 ? 'is' : 'are'} skipped: ${services.join(', ')}`;

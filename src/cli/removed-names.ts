// The commands and options of earlier versions that others have replaced. Loaded for the errors of unknown names only.

import { BadInput } from '../services/http/errors.js';

/** What replaces a name: a command line that runs, or a part of one for an option; and when to use it, if that is needed. */
type Successor = readonly [line: string, note?: string];

/** By the words of a command, or of the beginning of several. */
export const removedCommands: Readonly<Record<string, Successor>> = {
  'notify watch': ['tuk notify list -w'],
  'points fee': ['tuk api user get-points-transfer-fee', 'the receipt of tuk points transfer has it, too'],
  'points games result': ['tuk points games ID --show result'],
  'points missions activity': ['tuk api activity report-activity'],
  'points referral count': ['tuk api activity count-invitees', 'tuk points referral invitees lists them'],
  'ride cancel-wait': ['tuk ride cancel'],
  'ride places reverse': ['tuk ride places show LAT,LON'],
  'ride points': ['tuk api ride-hailing get-points'],
  'store web-submit': ['tuk api user submit-web-input'],
  'wallet link-transfer': ['tuk api wallet receive-link-transfer', 'tuk api wallet log-link-transfer records one'],
  'wallet tx block': ['tuk api wallet list-block-transactions'],
  'ops wait': ['tuk wait op-ID'],
  'ride wait': ['tuk wait ride:ID'],
  'ride watch': ['tuk watch ride:ID', 'tuk watch ride follows the one under way'],
  'store order wait': ['tuk wait order:ID'],
  'swap legacy create': ['tuk api bep20-swap create-swap'],
  'swap legacy fee': ['tuk api bep20-swap get-swap-fee'],
  'swap legacy list': ['tuk api bep20-swap list-swaps'],
  'swap legacy status': ['tuk api bep20-swap get-swap-status'],
  'wallet tx wait': ['tuk wait tx:NETWORK:HASH'],
};

/** By an option, or by a command and its option: `sandbox serve --size`. */
export const removedOptions: Readonly<Record<string, Successor>> = {
  '--24h-change': ['--columns id,price,change24h', 'all of them are read'],
  '--24h-volume': ['--columns id,price,volume24h', 'all of them are read'],
  '--all-claimable': ['--every'],
  '--concurrency': ['--parallel'],
  '--exclude-auto-claimable': ['-f excludeAutoClaimable=true'],
  '--force': ['--replace'],
  '--market-cap': ['--columns id,price,marketCap', 'all of them are read'],
  '--max-fee-per-gas': ['--fee max=GWEI'],
  '--max-items': ['--limit'],
  '--max-priority-fee-per-gas': ['--fee tip=GWEI'],
  '--mission-group-id': ['-f missionGroupId=GROUP'],
  '--newest': ['--limit'],
  '--on-new': ['--on-change'],
  '--order': ['--sort-by=-FIELD'],
  '--priority-fee': ['--fee priority=LAMPORTS'],
  '--public': ['tuk api', 'without a session lists are public'],
  '--series': ['-f series=SERIES'],
  '--settlement-period': ['-f settlementPeriod=PERIOD'],
  '--sort': ['--sort-by FIELD or --sort-by=-FIELD'],
  '--ticker': ['--token'],
  '--token-contract-address': ['-f tokenContractAddress=ADDRESS'],
  '--token-network': ['-f tokenNetwork=NETWORK'],
  '--token-type': ['--match tokenType:TYPE'],
  '--with-cancelled': ['-f isContainCanceled=true'],
  'assets payment create --order': ['tuk assets payment create ORDER'],
  'assets vehicle --by': ['tuk api musubi get-public-vehicle'],
  'depin chargers --counts': ['tuk api vehicle-oracle count-chargers'],
  'depin token --metadata': ['tuk api vehicle-oracle get-token-metadata'],
  'depin token --nft-no': ['tuk api vehicle-oracle get-token-by-nft-no'],
  'points earn participations --points': ['tuk api user get-participation-points'],
  'points games --active': ['tuk points games'],
  'points games --board': ['--show board'],
  'points games --missions': ['--show missions'],
  'points games --past': ['--show past'],
  'points missions list --frequency': ['--match frequency:FREQUENCY'],
  'points missions list --reward': ['--match rewardType:TYPE'],
  'ride cancel --reason': ['-f reason=TEXT'],
  'store forms inventory --wallet-address': ['--wallet'],
  'store forms submit --wallet-address': ['--wallet'],
  'store purchasables --group': ['tuk store purchasables SLUG'],
  'wallet balance --in': ['--currency'],
  'wallet price --in': ['--currency'],
  'wallet price --updated': ['--columns id,price,updatedAt', 'all of them are read'],
  'wallet tokens --symbol': ['tuk wallet tokens SYMBOL --network NETWORK'],
};

/** The failure of a line that begins with the words of a removed command. */
export function replacedCommand(words: readonly string[]): BadInput | undefined {
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    if (Object.hasOwn(removedCommands, name)) return replaced(`tuk ${name}`, removedCommands[name]!);
  }
  return undefined;
}

/** The failure of a removed option. @param command the words of the command */
export function replacedOption(spelling: string, command: readonly string[]): BadInput | undefined {
  const own = `${command.join(' ')} ${spelling}`;
  const key = [own, spelling].find((name) => Object.hasOwn(removedOptions, name));
  return key === undefined ? undefined : replaced(spelling, removedOptions[key]!);
}

const replaced = (name: string, [line, note]: Successor): BadInput =>
  new BadInput('REPLACED', `${name} was removed. Use ${line}${note === undefined ? '' : `: ${note}`}`);

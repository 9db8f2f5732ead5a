// The commands and options of earlier versions that others have replaced. Loaded for the errors of unknown names only.

import { BadInput } from '../../services/http/errors.js';

/** What replaces a name: a command line that runs, or a part of one for an option; and when to use it, if that is needed. */
type Successor = readonly [line: string, note?: string];

/** By the words of a command, or of the beginning of several. */
export const removedCommands: Readonly<Record<string, Successor>> = {
  'account app-state': ['tuk api user report-app-state'],
  'account check': ['tuk api user check-account-v2'],
  'account create': ['tuk api user create-account-v2'],
  'account delete': ['tuk api user delete-account-v2', 'then tuk logout'],
  'account mobile check': ['tuk api user check-mobile'],
  'account mobile register': ['tuk api user register-mobile'],
  'account restore': ['tuk api user restore-account-v2'],
  'account state': ['tuk api user get-account-state-v2'],
  'account uid': ['tuk api user get-uid'],
  'account uid check': ['tuk api user check-uid'],
  'assets statistics': ['tuk api musubi get-statistics'],
  'depin sale': ['tuk api vehicle-oracle get-sale'],
  'depin tx-count': ['tuk api vehicle-oracle count-transactions'],
  'config preferences': ['tuk config show', 'tuk config reset resets them'],
  'sandbox seed': ['tuk sandbox reset', '--seed N, --size SIZE'],
  'sandbox until': ['tuk sandbox advance', 'tuk sandbox advance ROW STATUS'],
  'smoke compare': ['tuk diff', 'tuk diff before.json after.json'],
  'smoke merge': ['tuk smoke', 'each shard writes its own report, and its own exit code'],
  'api search': ['tuk api list'],
  import: ['tuk api import'],
  openapi: ['tuk api openapi'],
  view: ['tuk alias list', 'a saved view is an alias, and runs by its name'],
  'view remove': ['tuk alias remove'],
  'view save': ['tuk alias set'],
  'notify watch': ['tuk notify list -w'],
  'points banners': ['tuk api activity list-banners'],
  'points fee': ['tuk api user get-points-transfer-fee', 'the receipt of tuk points transfer has it, too'],
  'points games result': ['tuk points games ID --show result'],
  'points rank status': ['tuk points rank show', '--claim'],
  'points missions after-action': ['tuk api activity run-after-action'],
  'points missions activity': ['tuk api activity report-activity'],
  'points referral count': ['tuk api activity count-invitees', 'tuk points referral invitees lists them'],
  'ride cancel-wait': ['tuk ride cancel'],
  'ride places attributes': ['tuk api ride-hailing list-place-attributes'],
  'ride places restricted': ['tuk api ride-hailing list-restricted-areas'],
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
  '--api-version': ['tuk api SERVICE CALL', 'it makes the calls of every version'],
  '--code-stdin': ['--code-file -'],
  '--concurrency': ['--parallel'],
  '--report-json': ['--report json:FILE'],
  '--report-junit': ['--report junit:FILE'],
  '--report-markdown': ['--report markdown:FILE'],
  '--report-tap': ['--report junit:FILE'],
  '--report-html': ['--report markdown:FILE'],
  '--fcm-token-stdin': ['tuk api user register-mobile'],
  'login --browser': ['tuk login PROVIDER'],
  'login --code-file': ['--file FILE'],
  'login --deferred': ['tuk login code'],
  'login --hmac': ['tuk login hmac'],
  'login --init-data-file': ['--file FILE'],
  'login --privy': ['tuk login privy'],
  'login --ride': ['tuk login ride'],
  'login --token-stdin': ['--file -'],
  'login --wait': ['--max-wait'],
  'login --web3': ['tuk login web3'],
  'swap run --plan': ['tuk plan apply FILE', 'its bounds are those of the line that wrote it'],
  '--pubkey-file': ['tuk api user list-wallets-v1'],
  '--text-stdin': ['--text-file -'],
  '--token-stdin': ['--token-file -'],
  'smoke --allow-skipped': ['--auth available'],
  'smoke --durations': ['--shard i/n:FILE'],
  'smoke --exclude': ["--calls '!PATTERN'"],
  'smoke --max-failures': ["--budget 'failed<N'"],
  'smoke --min-checked': ["--budget 'checked>=N'"],
  'smoke --write-also': ['--write PATTERN'],
  '--error-format': ['--json', 'errors are then JSON, and data are JSON unless -o names another format'],
  '-o wide': ['--columns a,b', '-o yaml prints every field'],
  'api openapi --acyclic': ['tuk api show', 'its schemas refer to no schema that refers back'],
  'api openapi --examples': ['tuk sandbox openapi', 'it has the names of the sandbox'],
  'api openapi --bare': ['--service NAME', 'the paths of one service have no prefix'],
  'api list --auth': ['--match auth=MODE'],
  'api list --effect': ['--match effect=EFFECT'],
  'api list --service': ['--match service=NAME'],
  '--24h-change': ['--columns id,price,change24h', 'all of them are read'],
  '--24h-volume': ['--columns id,price,volume24h', 'all of them are read'],
  '--all-claimable': ['--every'],
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
  '--token-type': ['--match tokenType=TYPE'],
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
  'points missions list --frequency': ['--match frequency=FREQUENCY'],
  'points missions list --reward': ['--match rewardType=TYPE'],
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
export function replacedOption(spelling: string, command: readonly string[] = []): BadInput | undefined {
  const own = `${command.join(' ')} ${spelling}`;
  const key = [own, spelling].find((name) => Object.hasOwn(removedOptions, name));
  return key === undefined ? undefined : replaced(spelling, removedOptions[key]!);
}

const replaced = (name: string, [line, note]: Successor): BadInput =>
  new BadInput('REPLACED', `${name} was removed. Use ${line}${note === undefined ? '' : `: ${note}`}`);

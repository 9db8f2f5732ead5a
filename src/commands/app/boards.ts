// The screens of every group as data: the command that each stands for, what enter opens, what can be done under x. Only commands that are
// there have a screen.
import type { GroupSpec, ScreenSpec } from '../../ui/models/screens.js';
import type { Pane } from '../../ui/models/state.js';

/** What a place is good for. */
const toOrFrom: ScreenSpec['actions'] = [
  ['Ask for a ride from here…', 'ride request --from {id}'],
  ['Ask for a ride to here…', 'ride request --to {id}'],
];

/** While it has not ended. */
const goesOn = ['pending', 'needs-you'] as const;

/** Every group in the order of its digit, the names as `groupNames` of the page has them. */
export const groupScreens: readonly GroupSpec[] = [
  { digit: '0', name: 'Home', api: 'tuk api list', screens: [] },
  {
    digit: '1',
    name: 'Assets',
    api: 'tuk api list --service musubi',
    screens: [
      {
        name: 'Offerings',
        line: 'assets offerings',
        opens: 'assets offering {id}',
        turns: '--status',
        actions: [['Buy a share…', 'assets order --offering {id}']],
      },
      { name: 'Vehicles', line: 'assets vehicles', opens: 'assets vehicle {id}', turns: '--category' },
      { name: 'Mine', line: 'assets vehicles --mine', opens: 'assets vehicle {id}', actions: [['What it earns', 'assets incomes {id}']] },
      { name: 'Incomes', line: 'assets incomes', kind: 'chart', turns: '--period' },
      { name: 'Claimable', line: 'assets claimable' },
      { name: 'Transactions', line: 'assets transactions', turns: '--type' },
      { name: 'Products', line: 'assets products', opens: 'assets products {id}', turns: '--category' },
      { name: 'Collections', line: 'assets collections' },
      { name: 'Dash', line: 'assets dash' },
      { name: 'Order', line: 'assets order', kind: 'form' },
    ],
  },
  {
    digit: '2',
    name: 'Ride',
    api: 'tuk api list --service ride-hailing',
    screens: [
      {
        name: 'Requests',
        line: 'ride status --known',
        every: 10,
        opens: 'ride watch {id}',
        columns: [
          { path: 'status', as: { status: 'RideStatus' } },
          { path: 'origin.name', heading: 'from' },
          { path: 'destination.name', heading: 'to' },
          { path: 'fare', as: 'amount' },
          { path: 'currency', heading: 'in' },
          { path: 'requestedAt', heading: 'asked', as: 'time' },
          { path: 'city' },
          { path: 'productCode', heading: 'product' },
          { path: 'id' },
        ],
        empty: ['No ride is known here.', 'Ask for one on the screen New, or: tuk ride request'],
        actions: [
          ['Cancel…', 'ride cancel {id}', goesOn],
          ['Stop waiting…', 'ride cancel-wait {id}', goesOn],
          ['Ask again…', 'ride retry {id}'],
        ],
      },
      { name: 'New', line: 'ride request', kind: 'form' },
      { name: 'Prices', line: 'ride search', kind: 'form', reads: true },
      { name: 'Places', line: 'ride places search', kind: 'find', opens: 'ride places show {id}', actions: toOrFrom },
      { name: 'Recommended', line: 'ride places recommend', opens: 'ride places show {id}', actions: toOrFrom },
      { name: 'Currencies', line: 'ride currencies' },
      {
        name: 'Cancelling',
        line: 'ride cancel-status',
        none: true,
        empty: ['No ride is under way.', 'What cancelling it would mean stands here while one is.'],
      },
    ],
  },
  {
    digit: '3',
    name: 'Wallet',
    api: 'tuk api list --service wallet',
    screens: [
      { name: 'Balances', line: 'wallet balance' },
      {
        name: 'Wallets',
        line: 'wallet list',
        opens: 'wallet history --network {network} --address {address}',
        actions: [['Remove…', 'wallet remove {id}']],
      },
      { name: 'Tokens', line: 'wallet tokens' },
      { name: 'Prices', line: 'wallet price-history', kind: 'chart' },
      {
        name: 'Withdraw',
        line: 'wallet withdraw active',
        opens: 'wallet withdraw show {id}',
        actions: [['Cancel…', 'wallet withdraw cancel {id}']],
      },
      { name: 'Chains', line: 'wallet chains' },
      { name: 'Stakings', line: 'wallet stakings', turns: '--status' },
    ],
  },
  {
    digit: '4',
    name: 'Swap',
    api: 'tuk api list --service bep20-swap',
    screens: [
      { name: 'Quote', line: 'swap quote', kind: 'form', reads: true, swaps: ['BSC', 'BSC_TEST', 'ETHEREUM_LOCAL'] },
      { name: 'Tokens', line: 'swap tokens', kind: 'form', reads: true },
      { name: 'Bridge', line: 'swap bridge list' },
      { name: 'Legacy', line: 'swap legacy list' },
    ],
  },
  {
    digit: '5',
    name: 'Points',
    api: 'tuk api list --service activity',
    screens: [
      {
        name: 'Missions',
        line: 'points missions list',
        opens: 'points missions show {id}',
        beside: 'points balance',
        ranks: {
          title: 'Leader board',
          from: 'points missions groups',
          only: 'ranking',
          of: 'missionGroupId',
          line: 'points rank board {alias}',
          own: 'points rank show {alias}',
        },
        turns: '--type',
        actions: [
          ['Claim…', 'points missions claim {id}'],
          ['After it…', 'points missions after-action {id}'],
        ],
      },
      { name: 'Balance', line: 'points balance' },
      { name: 'History', line: 'points history' },
      {
        name: 'Ranks',
        line: 'points missions groups',
        opens: 'points rank board {id}',
        actions: [['Claim the reward…', 'points rank claim {id}']],
      },
      { name: 'Earn', line: 'points earn list', opens: 'points earn show {id}' },
      { name: 'Apps', line: 'points apps list', actions: [['Disconnect…', 'points apps disconnect {id}']] },
      { name: 'Invitees', line: 'points referral invitees' },
      { name: 'Transfer', line: 'points transfer', kind: 'form' },
    ],
  },
  {
    digit: '6',
    name: 'Store',
    api: 'tuk api list --service sale',
    follows: [
      {
        line: 'store order wait {id}',
        name: 'Orders',
        reads: 'store order show {id}',
        until: 'expiresAt',
        beside: { as: 'product', line: 'store product {productId}' },
        columns: [
          { path: 'product.name', heading: 'item' },
          { path: 'quantity', as: 'amount' },
          { path: 'price', as: 'amount' },
          { path: 'totalPrice', heading: 'total', as: 'amount' },
          { path: 'currencyId', heading: 'currency' },
          { path: 'createdAt', heading: 'ordered', as: 'time' },
          { path: 'paidAt', heading: 'paid', as: 'time' },
          { path: 'id', heading: 'order' },
        ],
        actions: [
          ['Pay…', 'store order pay {id}', ['needs-you']],
          ['Cancel the order…', 'store order cancel {id}', ['needs-you', 'PAID']],
        ],
      },
    ],
    screens: [
      { name: 'Featured', line: 'store featured', opens: 'store product {id}', actions: [['Buy…', 'store buy {id}']] },
      {
        name: 'Inventory',
        line: 'store inventory list',
        opens: 'store inventory show {id}',
        turns: '--status',
        actions: [['Give away…', 'store inventory give {id}']],
      },
      {
        name: 'Order',
        line: 'store order show',
        kind: 'form',
        reads: true,
        follows: 'store order wait {id}',
      },
      { name: 'Purchasables', line: 'store purchasables' },
      { name: 'Currencies', line: 'store currencies' },
    ],
  },
  {
    digit: '7',
    name: 'Depin',
    api: 'tuk api list --service vehicle-oracle',
    screens: [
      { name: 'Dash', line: 'depin dash', kind: 'dash', every: 15 },
      { name: 'Stations', line: 'depin stations', opens: 'depin station {id}', turns: '--type' },
      { name: 'Chargers', line: 'depin chargers', turns: '--status' },
      { name: 'Heat map', line: 'depin heatmap', kind: 'heat map', turns: '--point' },
      { name: 'Vehicles', line: 'depin vehicles', opens: 'depin vehicle {num}', turns: '--filter' },
      { name: 'Rides', line: 'depin rides', turns: '--status' },
      { name: 'Inventory', line: 'depin inventory' },
      { name: 'Updates', line: 'depin updates', every: 15 },
      { name: 'Notices', line: 'depin notices', turns: '--category' },
    ],
  },
  {
    digit: '8',
    name: 'Image',
    api: 'tuk api list --service image-factory',
    screens: [{ name: 'New', line: 'image create', kind: 'form', does: 'makes the picture and writes the file' }],
  },
  {
    digit: '9',
    name: 'Notify',
    api: 'tuk api list --service notification',
    screens: [{ name: 'Notifications', line: 'notify list', turns: '--type', actions: [['Dismiss…', 'notify dismiss {id}']] }],
  },
];

/** What Home shows, each a read of its own. */
export const homePanes: readonly Pane[] = [
  { title: 'Active ride', line: 'ride status --known', shows: 'ride', group: 'Ride', screen: 'Requests' },
  { title: 'Points', line: 'points balance', shows: 'figures', fields: ['amount', 'balance'], group: 'Points', screen: 'Balance' },
  { title: 'Balances', line: 'wallet balance', shows: 'rows', group: 'Wallet', screen: 'Balances' },
  { title: 'Price of MVL', line: 'wallet price-history', shows: 'course', group: 'Wallet', screen: 'Prices' },
  { title: 'Notifications', line: 'notify list', shows: 'rows', group: 'Notify', screen: 'Notifications' },
  {
    title: 'Missions to claim',
    line: 'points missions list',
    shows: 'rows',
    only: 'claimable',
    fields: ['name', 'rewardDescription', 'accomplishProgress'],
    group: 'Points',
    screen: 'Missions',
  },
  { title: 'Your vehicles', line: 'assets vehicles --mine', shows: 'rows', group: 'Assets', screen: 'Mine' },
];

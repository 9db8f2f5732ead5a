// Where the sandbox's own shapes live: by service and call the name of an export. Reading this loads no shape.

/** An own shape, and the public one that it widens where some of its names are public. */
interface OwnShape {
  readonly shape: string;
  readonly widens?: string;
}
interface OwnShapes {
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly calls: Readonly<Record<string, OwnShape>>;
}

const own = (shape: string): OwnShape => ({ shape });
const widens = (shape: string, publicShape: string): OwnShape => ({ shape, widens: publicShape });

/** The calls whose answers the sandbox names itself. What is neither here nor in the catalogue's `gives` is left plain. */
export const ownShapes: Readonly<Record<string, OwnShapes>> = {
  'ride-hailing': {
    load: () => import('./ride-hailing.js'),
    calls: {
      getPoints: own('RidePoints'),
      listCurrencies: own('Currencies'),
      listRegionCurrencies: own('Currencies'),
      listNetworkCurrencies: own('Currencies'),
      listProviderCurrencies: own('Currencies'),
      listWalletProviders: own('WalletProviders'),
      checkPhone: own('Verified'),
      listPlaceAttributes: own('Places'),
      getPlace: own('Place'),
      listNearbyPlaces: own('Places'),
      listRecommendedPlaces: own('Places'),
      getCurrentRegion: own('CurrentRegion'),
      listRestrictedAreas: own('RestrictedAreas'),
      findPlace: own('Place'),
      searchPlaces: own('Places'),
      getCancelStatus: own('CancelStatus'),
      getActiveRequest: own('RideRequest'),
      getRequest: own('RideRequest'),
      getPreRequest: own('RidePayment'),
      sendPhoneCode: own('SentCode'),
      confirmPhone: own('Verified'),
      searchRides: own('Search'),
      requestRide: own('RidePayment'),
      cancelRequest: own('Cancelled'),
      cancelWait: own('Cancelled'),
      retryRequest: own('RideRequest'),
      reportPosition: own('Ok'),
    },
  },
  musubi: { load: () => import('./musubi.js'), calls: { listOfferings: own('Offerings'), getOffering: own('Offering') } },
  user: {
    load: () => import('./user.js'),
    calls: {
      signInWithPrivy: widens('SignedIn', 'SignedUserIdentifierWithAccessToken'),
      signOut: widens('Ok', 'Status'),
      deleteUser: widens('Ok', 'Status'),
      getEmail: own('Email'),
      setEmail: own('Email'),
      getAccountV1: own('Account'),
      getAccountV2: own('Account'),
      getAccount: own('Account'),
      createAccount: widens('NewAccount', 'ClutchUser'),
      checkAccount: widens('AccountCheck', 'SignupCheck'),
      deleteAccount: widens('Ok', 'Status'),
      restoreAccount: widens('Ok', 'Status'),
      getAccountState: widens('AccountState', 'ServerShare'),
      setAccountState: widens('AccountState', 'ServerShare'),
      getUid: own('Uid'),
      checkUid: own('UidCheck'),
      reportAppState: own('AppUpdate'),
      getMainWallet: own('MainWallet'),
      createAccountCodeV2: widens('AccountCode', 'DeferredAuthCode'),
      createAccountCode: widens('AccountCode', 'DeferredAuthCode'),
      listWallets: widens('WalletsV3', 'Wallets'),
      createWallet: widens('WalletV3', 'Wallet'),
      getBalance: widens('BalancesV3', 'Balances'),
      deleteWallet: widens('Ok', 'Status'),
      getPoints: own('Points'),
      getKeySet: own('KeySet'),
    },
  },
  wallet: {
    load: () => import('./wallet.js'),
    calls: {
      getMvlInfo: own('MvlInfo'),
      getPublicPrice: widens('PublicPrice', 'Prices'),
      getPriceHistory: own('PriceHistory'),
      listTokensV2: widens('NetworkTokens', 'Tokens'),
      listNetworkTokensV2: widens('NetworkTokens', 'Tokens'),
      listTokens: widens('NetworkTokens', 'Tokens'),
      listNetworkTokens: widens('NetworkTokens', 'Tokens'),
      getToken: own('NetworkToken'),
      listChains: own('Chains'),
    },
  },
  'vehicle-oracle': { load: () => import('./vehicle-oracle.js'), calls: { testSentry: own('TestNote') } },
};

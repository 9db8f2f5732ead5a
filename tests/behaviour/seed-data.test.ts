// The data files of the seeds have the types that the code takes them for. Nothing checks them at start-up.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import networks from '../../src/sandbox/chain/networks.json' with { type: 'json' };
import tokens from '../../src/sandbox/chain/tokens.json' with { type: 'json' };
import transfers from '../../src/sandbox/chain/transfers.json' with { type: 'json' };
import * as activity from '../../src/sandbox/core/shapes/activity.js';
import * as musubi from '../../src/sandbox/core/shapes/musubi.js';
import * as sale from '../../src/sandbox/core/shapes/sale.js';
import offerings from '../../src/sandbox/domains/assets/offerings.json' with { type: 'json' };
import { balanceCurrencies } from '../../src/sandbox/domains/balances/currencies.js';
import notices from '../../src/sandbox/domains/depin/notices.json' with { type: 'json' };
import activities from '../../src/sandbox/domains/missions/activities.json' with { type: 'json' };
import banners from '../../src/sandbox/domains/missions/banners.json' with { type: 'json' };
import groups from '../../src/sandbox/domains/missions/groups.json' with { type: 'json' };
import missions from '../../src/sandbox/domains/missions/missions.json' with { type: 'json' };
import playerNames from '../../src/sandbox/domains/missions/player-names.json' with { type: 'json' };
import users from '../../src/sandbox/domains/people/users.json' with { type: 'json' };
import driverNames from '../../src/sandbox/domains/rides/driver-names.json' with { type: 'json' };
import places from '../../src/sandbox/domains/rides/places.json' with { type: 'json' };
import products from '../../src/sandbox/domains/store/products.json' with { type: 'json' };
import * as words from '../../src/services/catalogue/words.js';

const { amount, days, name } = {
  amount: z.string().check(z.regex(/^\d+(\.\d*[1-9])?$/)),
  days: z.int(),
  name: z.string().check(z.minLength(1)),
};
const region = z.enum(words.Region);
const amountsOf = (units: readonly string[]) =>
  z.optional(z.partialRecord(z.enum(units as [string, ...string[]]), amount));
const identifierType = z.enum(words.UserIdentifierType);

/** The fields of a model by its shape. Closed words of a seed are replaced. */
const data: Readonly<Record<string, readonly [value: unknown, shape: z.ZodMiniType]>> = {
  offerings: [
    offerings,
    z.array(
      z.strictObject({
        ...z.pick(musubi.Offering, { title: true, raisedAmount: true, investorCount: true, vehicleCount: true }).shape,
        category: z.enum(words.VehicleProductCategory),
        region,
        purchaseType: z.enum(words.PurchaseType),
        currency: z.enum(words.AssetCurrency),
        settlementPeriod: z.enum(words.SettlementPeriod),
        ...{ interestRate: amount, minAmount: amount, goalAmount: amount, starts: days, runs: days, matures: days },
      }),
    ),
  ],
  products: [
    products,
    z.array(
      z.strictObject({
        ...z.pick(sale.Product, {
          name: true,
          description: true,
          currencyId: true,
          featured: true,
          stockLeft: true,
          maxPerUser: true,
        }).shape,
        price: amount,
        actionType: z.enum(words.ItemActionType),
        startsAfterDays: days,
        hidden: z.strictObject({
          credits: z.nullable(z.strictObject({ currencyId: name, amount })),
          lastsDays: z.nullable(days),
        }),
      }),
    ),
  ],
  groups: [
    groups,
    z.array(
      z.strictObject({
        ...z.pick(activity.MissionGroup, {
          alias: true,
          title: true,
          description: true,
          ranking: true,
          missionCount: true,
        }).shape,
        ...{ titleJp: name, descriptionJp: name, starts: days, ends: z.nullable(days) },
        rewardNetwork: z.nullable(z.enum(words.RankingRewardNetwork)),
      }),
    ),
  ],
  banners: [
    banners,
    z.array(
      z.strictObject({
        ...{ type: z.enum(words.BannerType), region: z.nullable(region), title: name, titleJp: name },
        linkAction: z.enum(words.LinkAction),
        link: z.nullable(name),
      }),
    ),
  ],
  users: [
    users,
    z.array(
      z.strictObject({
        ...{ handle: name, name, region, language: z.enum(['en', 'jp']), phone: z.nullable(name), joinedDaysAgo: days },
        identifiers: z.array(z.tuple([identifierType, name])),
        address: z.nullable(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
        verifiedWalletType: z.optional(z.enum(words.VerifiedWalletType)),
        ...{ deleted: z.optional(z.literal(true)), bare: z.optional(z.literal(true)) },
        balances: amountsOf(balanceCurrencies.map(({ id }) => id)),
        ridePoints: amountsOf(words.Region),
        onChain: z.optional(z.record(z.string().check(z.regex(/^[A-Z_]+\/[A-Za-z]+$/)), amount)),
      }),
    ),
  ],
  places: [
    places,
    z.record(
      z.enum(words.City),
      z.array(z.union([z.tuple([name, name]), z.tuple([name, name, z.number(), z.number()])])),
    ),
  ],
  transfers: [
    transfers,
    z.partialRecord(
      z.enum(words.Network),
      z.array(
        z.tuple([
          z.nullable(name),
          z.enum(words.WalletTransactionType),
          z.enum(words.WalletTransactionStatus),
          amount,
          z.boolean(),
        ]),
      ),
    ),
  ],
  networks: [
    networks,
    z.record(
      z.enum(words.Network),
      z.strictObject({
        chainId: z.nullable(z.int()),
        symbol: z.string(),
        nature: z.enum(['live here', 'mirror', 'read only', 'closed', 'not a chain']),
        behind: z.optional(z.enum(words.Network)),
        blockSeconds: z.optional(z.number()),
      }),
    ),
  ],
  tokens: [
    tokens,
    z.array(
      z.strictObject({
        ...{ network: z.enum(words.Network), symbol: name, name, decimals: z.int() },
        contractAddress: z.nullable(name),
        tokenType: z.nullable(z.enum(words.TokenType)),
        priceId: name,
      }),
    ),
  ],
  activities: [activities, z.record(name, z.tuple([name, name]))],
  missions: [
    missions,
    z.array(
      z.strictObject({
        group: z.enum(groups.map(({ alias }) => alias) as [string, ...string[]]),
        slug: name,
        activity: z.enum([...Object.keys(activities), 'nobody reports it']),
        reward: z.union([
          z.strictObject({ points: z.int() }),
          z.strictObject({ currencyId: z.enum(['MVP', 'MVL']), amount }),
        ]),
        type: z.optional(z.enum(words.MissionType)),
        frequency: z.optional(z.enum(words.MissionFrequency)),
        needs: z.optional(z.int()),
        perUser: z.optional(z.nullable(z.int())),
        autoClaim: z.optional(z.boolean()),
      }),
    ),
  ],
  notices: [notices, z.record(z.enum(words.NoticeCategory), z.array(name).check(z.minLength(1)))],
  names: [[...playerNames, ...driverNames.names, ...driverNames.families], z.array(name).check(z.minLength(3))],
};

test.each(Object.keys(data))('the data of %s has the types that the seeds take it for', (file) => {
  const [value, shape] = data[file]!;
  expect(z.safeParse(shape, value).error?.issues).toBeUndefined();
});

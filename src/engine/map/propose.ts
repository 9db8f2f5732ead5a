// Proposes the lines of a map from observed responses: what the decoder does not know by itself, with the evidence for it.

import type { Call } from '../../services/catalogue/define.js';
import { serviceNames } from '../../services/catalogue/index.js';
import { type CallMap, conditionOf, merged } from '../../services/decode/map.js';
import { compact } from '../../services/json-value.js';
import { things } from '../../things/index.js';
import { callsOf } from '../../things/map-file.js';
import { groupedBy, isSuccess, keyOf, type MapOf, type Observed } from './observed.js';
import type { EverydayRead, Proposal } from './proposal.js';

import { callProposals } from './propose-call.js';
import { serviceProposals } from './propose-service.js';
import { columnProposals, thingProposals } from './propose-thing.js';

/**
 * The lines that a map lacks.
 * @param mapOf the map in use, whose lines are known
 * @param everyday the commands whose columns are sought, beside the fields of things
 */
export const proposalsFor = (
  observed: readonly Observed[],
  mapOf: MapOf,
  everyday: readonly EverydayRead[] = [],
): readonly Proposal[] => propose(observed, mapOf, everyday).found;
/** The map in use with the lines that responses teach. */
export const rulesFor = (observed: readonly Observed[], mapOf: MapOf): MapOf => propose(observed, mapOf, []).rules;

function propose(
  observed: readonly Observed[],
  mapOf: MapOf,
  everyday: readonly EverydayRead[],
): { readonly found: readonly Proposal[]; readonly rules: MapOf } {
  const json = different(observed.filter(({ data, call }) => data !== undefined && !call.secret));
  const found: Proposal[] = [];
  const rules = new Rules(mapOf);
  const add = (proposals: readonly Proposal[]) => {
    for (const proposal of proposals) {
      found.push(proposal);
      if (proposal.sure) rules.add(proposal); // nothing sure rests on a guess
    }
  };
  const of = (key: (call: Call) => string) => groupedBy(json, ({ call }) => key(call));
  const ofServices = [...of(({ service }) => service)].map(([service, responses]) =>
    serviceProposals(service, responses, rules.of),
  );
  add(ofServices.flat().map((one) => (isSureElsewhere(one, ofServices.flat()) ? { ...one, sure: true } : one)));
  const ofCalls = withPagesOfServices([...of(keyOf)].flatMap(([key, of]) => callProposals(key, of, rules.of)));
  add(ofCalls.map((one) => (one.part === 'services' && isSureElsewhere(one, ofCalls) ? { ...one, sure: true } : one)));
  const successes = json.filter((one) => isSuccess(one, rules.of(one.call)));
  for (const thing of things) {
    const keys = callsOf(thing);
    const responses = successes.filter(({ call }) => keys.includes(keyOf(call)) && call.effect === 'none');
    if (responses.length > 0) add(thingProposals(thing, responses, rules.of, everyday));
  }
  for (const read of everyday) {
    const responses = successes.filter(({ call }) => keyOf(call) === read.call);
    if (responses.length > 0) add(columnProposals(read, responses, rules.of));
  }
  return { found: found.toSorted((a, b) => placeOf(a) - placeOf(b)), rules: rules.of };
}
/** The proposals of calls, with one line for a service whose lists name their next page alike. */
function withPagesOfServices(proposals: readonly Proposal[]): readonly Proposal[] {
  const services = groupedBy(
    proposals.filter(({ key }) => key[0] === 'next'),
    ({ of }) => of.split(' ')[0]!,
  );
  return [...services].reduce<readonly Proposal[]>((all, [service, pages]) => {
    const rules = [...groupedBy(pages, ({ value }) => JSON.stringify(value)).values()];
    const [alike = []] = rules.toSorted((a, b) => b.length - a.length);
    if (alike.length < 2) return all;
    const sure = alike.every((one) => one.sure) || (rules.length === 1 && alike.some((one) => one.sure));
    const line: Proposal = {
      ...(alike.find((one) => one.sure === sure) ?? alike[0]!),
      part: 'services',
      of: service,
      sure,
      calls: alike.flatMap(({ calls }) => calls),
      responses: alike.reduce((sum, { responses }) => sum + responses, 0),
    };
    return [line, ...all.filter((one) => !alike.includes(one))];
  }, proposals);
}
/** Whether two other services say the same for sure: one platform has one spelling. */
const isSureElsewhere = (one: Proposal, all: readonly Proposal[]) =>
  all.filter(
    (other) =>
      other.sure &&
      other.of !== one.of &&
      other.key[0] === one.key[0] &&
      JSON.stringify(other.value) === JSON.stringify(one.value),
  ).length >= 2;
/** Responses without those that are the same as an earlier one: they prove nothing more. */
function different(observed: readonly Observed[]): readonly Observed[] {
  const texts = new Set<string>();
  return observed.filter(({ call, status, data }) => {
    const text = `${keyOf(call)} ${status} ${compact(data)}`;
    return !texts.has(text) && texts.add(text);
  });
}
const placeOf = ({ part, of }: Proposal) =>
  part === 'services' ? serviceNames.indexOf(of as (typeof serviceNames)[number]) : part === 'calls' ? 100 : 200;

/** The map in use with the lines that are sure: they are what the next ones build on. */
class Rules {
  readonly #mapOf: MapOf;
  /** What is said of services, and of calls. */
  readonly #said = new Map<string, CallMap>();
  constructor(mapOf: MapOf) {
    this.#mapOf = mapOf;
  }
  add({ part, of, key: [key, inner], value }: Proposal): void {
    if (value === undefined || inner !== undefined) return;
    if (part !== 'things') this.#add(of, { [key]: key === 'ok' ? conditionOf(value as string) : value });
    else if (typeof value === 'string') {
      const thing = things.find(({ name }) => name === of)!;
      const declared = key === 'id' ? (thing.ids ?? ['id']) : [key];
      const fields = Object.fromEntries(declared.map((path) => [path, value]));
      for (const call of callsOf(thing)) this.#add(call, { fields });
    }
  }
  #add(of: string, rule: CallMap) {
    this.#said.set(of, merged(this.#said.get(of), rule));
  }
  readonly of: MapOf = (call) => {
    const said = [this.#said.get(call.service), this.#said.get(keyOf(call)), this.#mapOf(call)];
    return said.some(Boolean) ? { ...merged(...said), isTrusted: true } : undefined;
  };
}

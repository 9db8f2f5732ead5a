// A group of sends of one account, as the rows of a batch: they are prepared beside one another, and recorded, signed
// and broadcast together, in their order, under one lock.

/** The end of one item of a step. */
type Settled<Result> = PromiseSettledResult<Result>;

/** A step that is made once for all members. @param items of the members that have come to it, in their order */
export type Step<Item, Result> = (items: readonly Item[]) => Promise<readonly Settled<Result>[]>;

/** The place of a send in its group. */
export interface Member {
  /** The reads of the group: all of its members are judged by one moment. */
  readonly reads: Map<string, Promise<unknown>>;
  /** Whether a member is sent although one before it has failed. */
  readonly keepsGoing: boolean;
  /** Whether it is still a part of its group. */
  isActive(): boolean;
  /** Whether a member before it has failed, so that it must not be sent. */
  isStopped(): boolean;
  /**
   * Waits until each member has come to the step or has left, and makes the step once for all of them.
   * @returns the result for this member @throws its failure
   */
  together<Item, Result>(name: string, item: Item, step: Step<Item, Result>): Promise<Result>;
  /** Leaves: nobody waits for it any more. */
  leave(hasFailed: boolean): void;
  /** Resolves when all members have left. */
  readonly ended: Promise<void>;
}

interface Meeting {
  readonly step: Step<unknown, unknown>;
  readonly present: Map<number, { readonly item: unknown; readonly end: (settled: Settled<unknown>) => void }>;
}

/**
 * The members of a new group, in their order.
 * @param keepsGoing as of `Member`
 */
export function sendGroup(size: number, keepsGoing: boolean): readonly Member[] {
  const active = new Set(Array.from({ length: size }, (_, place) => place));
  const reads = new Map<string, Promise<unknown>>();
  const meetings = new Map<string, Meeting>();
  let failed = size; // the place of the first member that has failed
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const begin = async ({ step, present }: Meeting) => {
    const members = [...present].sort(([a], [b]) => a - b).map(([, member]) => member);
    const settled = await step(members.map(({ item }) => item)).catch((reason: unknown) =>
      members.map(() => ({ status: 'rejected', reason }) as const),
    );
    for (const [at, member] of members.entries()) member.end(settled[at]!);
  };
  const beginComplete = () => {
    for (const [name, meeting] of meetings)
      if ([...active].every((place) => meeting.present.has(place))) {
        meetings.delete(name);
        void begin(meeting);
      }
  };
  return Array.from(active, (place) => ({
    reads,
    ended,
    keepsGoing,
    isActive: () => active.has(place),
    isStopped: () => !keepsGoing && failed < place,
    together: <Item, Result>(name: string, item: Item, step: Step<Item, Result>) =>
      new Promise<Result>((resolve, reject) => {
        const meeting = meetings.get(name) ?? { step: step as Step<unknown, unknown>, present: new Map() };
        meetings.set(name, meeting);
        const settle = (settled: Settled<unknown>) =>
          settled.status === 'fulfilled' ? resolve(settled.value as Result) : reject(settled.reason);
        meeting.present.set(place, { item, end: settle });
        beginComplete();
      }),
    leave: (hasFailed) => {
      if (hasFailed && place < failed) failed = place;
      if (!active.delete(place)) return;
      beginComplete();
      if (active.size === 0) end();
    },
  }));
}

/** Makes a step for one send, or for all of its group. */
export const together = async <Item, Result>(
  member: Member | undefined,
  name: string,
  item: Item,
  step: Step<Item, Result>,
): Promise<Result> => {
  if (member?.isActive()) return member.together(name, item, step);
  const [settled] = await step([item]);
  if (settled!.status === 'rejected') throw settled!.reason;
  return settled!.value;
};

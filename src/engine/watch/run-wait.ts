// Runs commands that wait for things of one kind.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { type AnyEndpoint, callEndpoint } from '../request/call.js';
import { earlierOf } from './earlier.js';
import { StatusReader, type Subject } from './status-reader.js';
import { watchStatus } from './watch.js';

const hour = 3_600_000;

/**
 * Watches things of one kind until all have ended; a dry run prints the first request.
 * @returns the exit code
 * @throws {BadInput} {Failure}
 */
export async function runWait(
  subjects: readonly Subject[],
  options: Arguments['options'],
  context: Context,
): Promise<number> {
  const [first] = subjects as [Subject];
  if (isDryRun(context.flags)) return printRead(first, context);
  const reader = new StatusReader();
  const subjectOf = (name: string) => subjects.find((subject) => subject.name === name)!;
  return watchStatus(context, options, {
    statusList: first.kind.readings[0]!.statusList,
    ids: subjects.map(({ name }) => name),
    onPoll: () => reader.nextPoll(),
    fetchStatus: (name, poll) => reader.read(subjectOf(name), poll),
    earlier: (name) => earlierOf(subjectOf(name), reader, context),
    defaultMaxWait: hour,
  });
}

/** Opens a thing for a screen. */
export function openThing(subject: Subject): Awaited<ReturnType<NonNullable<Command['wait']>['open']>> {
  const reader = new StatusReader();
  return {
    statuses: () => {
      const { statusList, service } = reader.readingOf(subject);
      return { statusList, source: service };
    },
    fetchStatus: (poll) => {
      reader.nextPoll();
      return reader.read(subject, poll);
    },
  };
}

/** Prints the request of the first read without sending it. @returns the exit code */
export async function printRead({ kind, id }: Pick<Subject, 'kind' | 'id'>, context: Context): Promise<number> {
  const { service, call, params } = kind.readings[0]!;
  await callEndpoint(context, service, call as AnyEndpoint, params?.(id) ?? {});
  return 0;
}

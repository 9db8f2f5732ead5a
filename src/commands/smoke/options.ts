// What was typed for a smoke run, checked before anything is sent.

import type { Arguments } from '../../cli/command.js';
import { wordOf } from '../../cli/enum-value.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import type { Auth } from '../../services/catalogue/define.js';
import { type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';

/** A part of a run: the `index`-th of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}
export interface Options {
  readonly services: readonly ServiceName[];
  readonly auth: Auth | 'any';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly values?: string;
  readonly parallel: number;
  readonly shard: Shard;
  readonly write: boolean;
  /** What needs a session may be skipped where nobody is signed in. */
  readonly allowSkipped: boolean;
  readonly junit?: string;
  readonly json?: string;
}

/** The options of a run. @throws {BadInput} */
export function optionsOf({ options }: Arguments): Options {
  const texts = (key: string) => (options[key] as readonly string[] | undefined) ?? [];
  const text = (key: string) => options[key] as string | undefined;
  const named = texts('service').flatMap((list) => list.split(',').map((name) => serviceNamed(name.trim())));
  const [values, junit, json] = [text('values'), text('reportJunit'), text('reportJson')];
  return {
    services: named.length > 0 ? serviceNames.filter((name) => named.includes(name)) : serviceNames,
    auth: wordOf(['any', 'public', 'signed-in', 'basic'], options.auth, '--auth') ?? 'any',
    include: texts('include'),
    exclude: texts('exclude'),
    ...(values === undefined ? {} : { values }),
    parallel: parallelOf(text('parallel')),
    shard: shardOf(text('shard')),
    write: options.write === true,
    allowSkipped: options.allowSkipped === true,
    ...(junit === undefined ? {} : { junit }),
    ...(json === undefined ? {} : { json }),
  };
}

function parallelOf(typed = '16'): number {
  if (/^[1-9]\d{0,2}$/.test(typed) && Number(typed) <= 256) return Number(typed);
  throw new BadInput('BAD_NUMBER', `${JSON.stringify(typed)} is no number for --parallel.`, 'Write a number from 1 to 256.');
}

function shardOf(typed = '1/1'): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(typed)?.map(Number) ?? [];
  if (index && count && index <= count) return { index, count };
  throw new BadInput('BAD_SHARD', `${JSON.stringify(typed)} is no shard.`, 'Write it like 2/4: the second of four.');
}

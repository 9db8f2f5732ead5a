// Parses the options of `tuk smoke` before anything is sent.

import type { Arguments } from '../../cli/command.js';
import { enumValue } from '../../cli/enum-value.js';
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
  /** Whether calls that need a session are skipped without one. */
  readonly allowSkipped: boolean;
  readonly junit?: string;
  readonly json?: string;
}

/** The options of a run. @throws {BadInput} */
export function optionsOf({ options }: Arguments): Options {
  const texts = (key: string) => (options[key] as readonly string[] | undefined) ?? [];
  const text = (key: string) => options[key] as string | undefined;
  const services = texts('service').flatMap((list) => list.split(',').map((name) => serviceNamed(name.trim())));
  const [values, junit, json] = [text('values'), text('reportJunit'), text('reportJson')];
  return {
    services: services.length > 0 ? serviceNames.filter((name) => services.includes(name)) : serviceNames,
    auth: enumValue(['any', 'public', 'signed-in', 'basic'], options.auth, '--auth') ?? 'any',
    include: texts('include'),
    exclude: texts('exclude'),
    ...(values === undefined ? {} : { values }),
    parallel: parseParallel(text('parallel')),
    shard: parseShard(text('shard')),
    write: options.write === true,
    allowSkipped: options.allowSkipped === true,
    ...(junit === undefined ? {} : { junit }),
    ...(json === undefined ? {} : { json }),
  };
}

function parseParallel(text = '16'): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 256) return Number(text);
  throw new BadInput('BAD_NUMBER', `${JSON.stringify(text)} is not a number for --parallel.`, 'Write a number from 1 to 256.');
}

function parseShard(text = '1/1'): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  if (index && count && index <= count) return { index, count };
  throw new BadInput('BAD_SHARD', `${JSON.stringify(text)} is not a shard.`, 'Write it like 2/4: the second of four.');
}

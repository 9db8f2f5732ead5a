// What changes a ride that was asked for: cancelling it, cancelling while it waits, asking again; and where one is.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { ask, callOf } from '../../engine/call.js';
import { filled, openFlags } from '../../engine/parameters.js';
import { Failure } from '../../services/http/errors.js';
import { pointOf } from './location.js';

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  options: [{ flags: '--reason <text>', summary: 'why' }, ...openFlags],
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> --reason "changed plans" --dry-run'],
  uses: ['ride-hailing GET /v1/rides/cancel-status', 'ride-hailing POST /v1/rides/request/{id}/cancel'],
  run: async ({ positionals: [id], options }, context) => {
    if (!context.onlyShows) await sayWhatItCosts(context);
    const body = await filled(context, 'ride-hailing', 'cancelRequest', { reason: options.reason }, options);
    const reply = await ask(context, 'ride-hailing', 'cancelRequest', { id, ...body });
    if (reply) await context.printReply(reply);
    return 0;
  },
};

/** What cancelling the ride under way would mean now, where the service says it in words that we know. */
async function sayWhatItCosts(context: Context): Promise<void> {
  const { call, build } = await callOf('ride-hailing', 'getCancelStatus');
  const { sendRequest } = await import('../../services/http/send.js');
  const reach = await context.requestContext();
  try {
    const { isFreeCancel, feeAmount } = ((await sendRequest(call, await build(reach), reach)).data ?? {}) as Record<string, unknown>;
    if (isFreeCancel === true) context.log('  Cancelling now is free.');
    else if (isFreeCancel === false) context.log(`  Cancelling now costs ${typeof feeAmount === 'string' ? feeAmount : 'a fee'}.`);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'sign-in') throw error;
  }
}

/** A change that takes nothing but the ride. */
const change = (name: string, summary: string, call: string, path: string): Command => ({
  name,
  values: '<id>',
  summary,
  examples: [`tuk ride ${name} <id> --yes`],
  uses: [`ride-hailing POST ${path}`],
  run: async ({ positionals: [id] }, context) => {
    const reply = await ask(context, 'ride-hailing', call, { id });
    if (reply) await context.printReply(reply);
    return 0;
  },
});

const gps: Command = {
  name: 'gps',
  summary: 'Report where you are',
  options: [{ flags: '--at <lat,lon>', summary: 'the position, degrees' }, ...openFlags],
  examples: ['tuk ride gps --at 11.564,104.931 --yes'],
  uses: ['ride-hailing POST /v1/user-log/gps'],
  run: async ({ options }, context) => {
    const own = options.input === undefined || options.at !== undefined ? pointOf(String(options.at ?? '')) : {};
    const reply = await ask(
      context,
      'ride-hailing',
      'reportPosition',
      await filled(context, 'ride-hailing', 'reportPosition', own, options),
    );
    if (reply) context.log('✓ Reported.');
    return 0;
  },
};

export const changes: readonly Command[] = [
  cancel,
  change('cancel-wait', 'Cancel a ride that still waits', 'cancelWait', '/v1/rides/request/{id}/cancel-wait'),
  gps,
];

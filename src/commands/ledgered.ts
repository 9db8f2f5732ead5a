// Sends what moves value: written into the ledger before it leaves, never repeated, and what became of it written down after.

import { Ledger, type Settlement } from '../money/ledger.js';
import type { Call } from '../services/define.js';
import type { HttpRequest } from '../services/http/exchange.js';
import { Failure, OutcomeUnknown } from '../services/http/failure.js';
import type { Reply } from '../services/http/send.js';
import type { Context } from './context.js';

/** Makes a call that moves value. @throws what `send` throws, an unknown outcome with where to look; {LocalFailure} where the ledger cannot be written: nothing is sent then. */
export async function ledgered(context: Context, call: Call, request: HttpRequest, send: () => Promise<Reply>): Promise<Reply> {
  const { redact, world, settings } = context;
  const ledger = new Ledger(context.places.ledger);
  const now = () => world.clock.now();
  try {
    const { id } = ledger.begin(
      {
        profile: settings.profile.value,
        service: call.service,
        call: call.name,
        method: request.method,
        url: redact.clean(request.url),
        body: request.body === undefined ? undefined : redact.clean(request.body),
      },
      now(),
    );
    try {
      const reply = await send();
      const answer = call.secret ? undefined : redact.clean(reply.text);
      ledger.settle(id, { outcome: 'done', status: reply.status, answer }, now());
      context.say(`  In the ledger as ${id}.`);
      return reply;
    } catch (error) {
      ledger.settle(id, settlementOf(error, redact.clean), now());
      throw error instanceof OutcomeUnknown ? seeLedger(error, id) : error;
    }
  } finally {
    ledger.close();
  }
}

function settlementOf(error: unknown, clean: (text: string) => string): Settlement {
  if (!(error instanceof Failure)) return { outcome: 'unknown', message: 'tuk failed while it was sent' };
  const { kind, where } = error;
  const message = clean(error.message);
  if (kind === 'unknown') return { outcome: 'unknown', status: where.status, message };
  // What was answered with a 4xx has not been done; what had not left when it broke or was interrupted has not either.
  return { outcome: where.status === undefined ? 'not-sent' : 'refused', status: where.status, message };
}

const seeLedger = ({ code, message, where, cause }: OutcomeUnknown, id: string): OutcomeUnknown =>
  new OutcomeUnknown(
    code,
    message,
    where,
    cause,
    `It may have taken effect. It was not sent again. Find out before you repeat it: tuk ops show ${id}`,
  );

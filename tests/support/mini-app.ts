// Sign-in data of a Telegram mini app, signed by Telegram's published rule for the bot of the sandbox.
import { createHmac } from 'node:crypto';

const bot = '1000000000:sandbox-bot-token-worth-nothing';

/** The data of a user, with its hash; the name of a field is its name in Telegram's own page. */
export function miniAppData(user: { readonly id: number; readonly first_name: string }): URLSearchParams {
  const data = new URLSearchParams({ auth_date: '1', user: JSON.stringify(user) });
  const key = createHmac('sha256', 'WebAppData').update(bot).digest();
  const lines = [...data].map(([name, value]) => `${name}=${value}`).sort();
  data.set('hash', createHmac('sha256', key).update(lines.join('\n')).digest('hex'));
  return data;
}

// Builds the sign-in data of a Telegram mini app, signed for the sandbox's bot by Telegram's published algorithm.
import { createHmac } from 'node:crypto';

const bot = '1000000000:sandbox-bot-token-worth-nothing';

/** The signed data of a user; the field names are those of Telegram's documentation. */
export function miniAppData(user: { readonly id: number; readonly first_name: string }): URLSearchParams {
  const data = new URLSearchParams({ auth_date: '1', user: JSON.stringify(user) });
  const key = createHmac('sha256', 'WebAppData').update(bot).digest();
  const lines = [...data].map(([name, value]) => `${name}=${value}`).sort();
  data.set('hash', createHmac('sha256', key).update(lines.join('\n')).digest('hex'));
  return data;
}

// A client of `tuk mcp` in this process.
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { run } from '../../src/main.js';

/** Starts the server in this process, and a client; `answer` is what its person types at a question. @param env its further variables */
export async function connect(
  home: string,
  options: string,
  answer?: (message: string) => string | undefined,
  env: Readonly<Record<string, string>> = {},
  clock: { now(): number } = Date,
) {
  const [toServer, fromServer, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const ended = run(['mcp', ...options.split(' ').filter(Boolean)], {
    ...{ stdin: toServer, stdout: fromServer, stderr },
    ...{ env: { TUK_HOME: home, ...env }, clock, home, cwd: home, version: '0.0.0-test' },
  });
  const buffer = new ReadBuffer();
  const transport: Transport = {
    start: async () => {
      fromServer.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message);
      });
    },
    send: async (message: JSONRPCMessage) => {
      toServer.write(serializeMessage(message));
    },
    close: async () => {
      toServer.end();
      transport.onclose?.();
    },
  };
  const asked: string[] = [];
  const client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      const typed = answer(params.message);
      return typed === undefined
        ? { action: 'decline' as const }
        : { action: 'accept' as const, content: { answer: typed } };
    });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = (await client.callTool({ name, arguments: input })) as {
      content: { text: string }[];
      isError?: boolean;
    };
    return {
      ...{ text: content.map(({ text }) => text).join('\n'), first: content[0]?.text ?? '' },
      ...{ last: content.at(-1)?.text ?? '', isError: isError === true },
    };
  };
  const close = async () => {
    await client.close();
    return ended;
  };
  return { client, call, asked, close };
}

// Runs one expression of jq in a thread of its own, which can be ended at any time: for processes that do other work,
// such as an MCP server.
import { parentPort } from 'node:worker_threads';
import { openJq } from './jq.js';

parentPort?.once('message', async ([expression, input]: readonly [string, string]) => {
  const jq = await openJq();
  parentPort?.postMessage(jq.run(expression, input));
});

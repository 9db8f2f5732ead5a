// The transport of many calls without a proxy: node:http(s) with connections that stay open.
import type { Agent } from 'node:http';
import { nodeTransport } from './node-transport.js';
import type { Pool } from './transport.js';

/**
 * The time after which an unused connection is closed, milliseconds. Servers close later, which would lose a request.
 */
const idle = 4000;

/** Makes a pool with a maximum of `connections` connections per server. */
export function nodePool(connections = 16): Pool {
  const agents = new Map<typeof Agent, Agent>(); // by class: each import makes another module object
  return {
    exchange: (request) =>
      nodeTransport(request, (protocol) => {
        const agent =
          agents.get(protocol.Agent) ?? new protocol.Agent({ keepAlive: true, maxSockets: connections, timeout: idle });
        agents.set(protocol.Agent, agent);
        return agent;
      }),
    close: async () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

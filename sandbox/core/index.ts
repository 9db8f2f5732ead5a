// The door of the core: everything that a domain and a chain are made of.

export * from './context.js';
export * from './events.js';
export * from './handlers.js';
export * from './rows.js';
export * from './scenarios.js';
export * from './state-machine.js';

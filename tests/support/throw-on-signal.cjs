// Loaded before the program (NODE_OPTIONS --require): throws outside of any promise when the process gets SIGUSR2.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('a fault of the program');
  });
});

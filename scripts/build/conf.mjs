// A plugin for conf: `atomically`, which writes its file, removes its temporary files at the end of the process. The package that it uses for that also handles every
// signal and then ends the process, before the launcher's own handler can end it cleanly.

export const confQuiet = {
  name: 'conf-quiet',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^when-exit$/ }, ({ path }) => ({ path, namespace: 'conf-substitute' }));
    onLoad({ filter: /.*/, namespace: 'conf-substitute' }, () => ({
      contents: "export default (listener) => void process.once('exit', listener);",
    }));
  },
};

// The package that keeps the preferences, with the checker of its schema: loaded where there are preferences.
export { default as Conf } from 'conf';

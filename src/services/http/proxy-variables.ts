// The environment variables that name a proxy.

// The environment variables that name a proxy.

/**
 * The variables of each protocol: the first that is set counts. `ALL_PROXY` is for both, and https falls back to http.
 */
export const proxyVariables = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
] as const;
/** Whether the environment names a proxy. */
export const namesProxy = (env: Readonly<Record<string, string | undefined>>): boolean =>
  proxyVariables.some((name) => env[name]);

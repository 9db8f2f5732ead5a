// The environment variables that name a proxy.

/** The first variable that is set counts; https falls back to http. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Whether the environment names a proxy. */
export const namesProxy = (env: Readonly<Record<string, string | undefined>>): boolean =>
  proxyVariables.some((name) => env[name]);

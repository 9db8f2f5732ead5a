// The environment variables that name a proxy.

/** Of each kind the first that is set counts, and https falls back on that of http. */
export const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;

/** Whether the environment names a proxy. */
export const namesProxy = (env: Readonly<Record<string, string | undefined>>): boolean => proxyVariables.some((name) => env[name]);

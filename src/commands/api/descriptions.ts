// The descriptions of the commands of `tuk api`, which only their help loads: every start loads the commands.

export const descriptions = {
  openapi: `Use it to generate a client, or to browse the calls in another tool. Sends no request.
Public fields are typed. All other fields are open and marked x-open.
The servers are those of the profile, or a served sandbox. If it has several services, each path begins with the service's name.
For the field names of the sandbox: tuk sandbox openapi.`,
  import: `Use it to turn a request of a browser or an editor into a command. tuk sends nothing.

The source is a quoted curl line, or a line after --, or a file, or standard input.
A file has a curl line (bash), the HAR recording of a browser, or requests of an editor (.http).
The address must belong to a service of the profile (-p NAME).

Path values, query and body become values and fields of the call. The options -d @FILE and --max-time become --input and --timeout.
tuk leaves out secrets and names them on stderr: Authorization, cookies, -u, tokens, keys and fields with secret names.
It also leaves out other headers. The line uses the session of the profile.`,
  call: `Use it for calls that have no command of their own.

Give path values by name (--id X) or in their order. Known fields are options; see tuk api show.
Set another field with -f. It goes into the body, or into the query if the call has no body. Write a.b for a nested field, a[] for a list.
A script may name the version, such as quote-swap-v2 instead of quote-swap. The version -v0 is a path without a version.`,
};

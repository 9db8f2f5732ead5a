// The descriptions of the commands of `tuk api`, which only their help loads: every start loads the commands.

export const descriptions = {
  openapi: `Paths are prefixed with the name of their service, since several services share paths; those of one service alone are not. Public fields
are typed; everything else is open and marked x-open. The servers are those of the profile, or a served sandbox. Sends no request. tuk sandbox openapi prints the field names of the sandbox where none are public.`,
  import: `The source is a curl line, as one quoted word or after --, or a file, or standard input. A file has a curl line, as a browser copies it (bash),
the recording of a browser (HAR), or requests as editors keep them (.http); its content tells which. tuk sends nothing.
The address must be one of a service of the profile (-p NAME). Path values, query and body become values and fields of the call; -d @FILE becomes
--input FILE, and --max-time becomes --timeout.
tuk leaves secrets out and names them on stderr: Authorization, cookies, -u, tokens, keys and other fields that are secret by their names. The line
uses the session of the profile instead. tuk sends its own headers, so other headers are left out too.`,
  call: `Give path values by name (--id X) or in the order of the path; known fields are options, see tuk api show.
-f sets a field of the body, or of the query where the call has no body; a.b nests, a[] repeats.
Every call also has a name with its version, such as quote-swap-v2 beside quote-swap; a script that uses it stays at that version. -v0 is a path
without a version.`,
};

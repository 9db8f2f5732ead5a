#!/usr/bin/env node
// Checks which program runs tuk, then starts the launcher. Any version of Node must be able to parse this file, so it is written in ES5.
var versions = process.versions;
var parts = versions.node.split('.');
var isOld = Number(parts[0]) < 20 || (Number(parts[0]) === 20 && Number(parts[1]) < 19);
var found = versions.bun ? 'bun ' + versions.bun : 'Node ' + versions.node;
if (versions.bun || isOld) {
  process.stderr.write('tuk needs Node 20.19 or newer; this is ' + found + '.\n');
  process.exitCode = 9; // a failure of this machine, as src/cli/settings/exit-codes.ts has it
} else require('./launcher.cjs');

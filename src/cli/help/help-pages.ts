// Renders all help pages for the build, which stores them: the launcher prints them without loading the program.

import { type Groups, subcommands } from '../command/command.js';
import { pageFor } from './help.js';
import { topics } from './help-topics.js';

interface GroupPages {
  /**
   * By the command line without `--help`: `wallet`, `wallet tx`, `wallet tx show`; `help wallet` for `tuk help wallet`.
   */
  readonly pages: Readonly<Record<string, string>>;
  /** The command lines that print their page without `--help`: groups and sub-groups without their own command. */
  readonly bare: readonly string[];
}

/** The pages of all groups, by name. */
export async function helpPages(groups: Groups): Promise<Readonly<Record<string, GroupPages>>> {
  const groupPages = Object.entries(groups).map(async ([name, entry]) => {
    const { group } = await entry.load();
    const commands = group.commands.map((command) => command.name.split(' ').filter(Boolean));
    const prefixes = commands.flatMap((words) => words.slice(0, -1).map((_, at) => words.slice(0, at + 1)));
    const lines = [...new Set([[], ...prefixes, ...commands].map((words) => [name, ...words].join(' ')))];
    const topic = `help ${name}`;
    const isTopic = topics.some((word) => word === name);
    // a topic with the name of a group is a page of the documentation, which the program reads
    const page = async (line: string) => (isTopic && line === topic ? '' : pageFor(groups, line.split(' '), ''));
    const pages = await Promise.all(
      lines
        .flatMap((line) => [[line, page(`${line} --help`)] as const, [`help ${line}`, page(`help ${line}`)] as const])
        .map(async ([line, text]) => [line, await text] as const),
    );
    const isBare = (line: string) => {
      const words = line.split(' ').slice(1);
      const runs = group.commands.some((command) => command.name === words.join(' '));
      return !runs && (words.length === 0 || subcommands(group, words).length > 0);
    };
    const distinct = pages.filter(
      ([line, text]) => !line.startsWith('help ') || text !== Object.fromEntries(pages)[line.slice(5)],
    );
    return [name, { pages: Object.fromEntries(distinct), bare: lines.filter(isBare) }] as const;
  });
  return Object.fromEntries(await Promise.all(groupPages));
}

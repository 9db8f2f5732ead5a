/** Matches the module that the collected codes replace. */
export const errorCodesFile: RegExp;
/** The text of the module: by code, the kinds of the failures that have it. */
export function errorCodesModule(root: string): string;

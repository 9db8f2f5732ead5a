export declare const inkTableFile: RegExp;
export declare function inkTableAsEsm(source: string): string;

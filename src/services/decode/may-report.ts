// Whether the text of a read may report a failure. Only then the rules for that are loaded, and the text is parsed.

// Whether the text of a read may report a failure. Only then the rules for that are loaded, and the text is parsed.

/** The members by which a read may report a failure, and the words of a failed status. */
const reports =
  /"(?:is[_-]?|has[_-]?)?(?:err|exc|succ|warn|ok"|accepted"|fail)|"(?:(?:status|result|return|ret)[_-]?)?code"|"(?:rc|ret|http[_-]?status)"|"(?:error|fail\w*)"|"status"\s*:\s*"?[45]\d\d\b/i;
const carriesNothing = /"(?:data|results?|payload|list|items|rows|content)"\s*:\s*(?:null|\[\s*\]|\{\s*\})/i;
/** An envelope without data is short. */
export const mayReport = (text: string): boolean =>
  reports.test(text) || (text.length < 500 && carriesNothing.test(text));

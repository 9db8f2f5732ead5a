// What stands behind a question when it has been answered, the same in every form.

/** What stands for an answer that is not to be read over a shoulder. */
export const hiddenAnswer = '(hidden)';
/** What stands where nobody answered. */
export const noAnswer = '(no answer)';

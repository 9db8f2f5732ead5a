// The text that replaces a prompt once it has been answered, the same in every prompt form.

/** The replacement for a hidden answer, such as a password. */
export const hiddenAnswer = '(hidden)';
/** The text for a prompt without an answer. */
export const noAnswer = '(no answer)';

// The text that replaces a prompt once it has been answered, the same in every prompt form.

/** The replacement for a hidden answer, such as a password. */
export const hiddenInput = '(hidden)';
/** The text for a prompt without an answer. */
export const noInput = '(no answer)';

/** The event by which the footer asks for the question once more. */
export const ASK_AGAIN = 'dawa:ask-consent'

/** `[words](address)` and `![words](address)`: one level of brackets inside is enough for real pages. */
const LINK = /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g
const TAG = /<\/?[a-z][^<>\n]*>/gi

/**
 * Markdown as plain text: the text of links and images without addresses, and no tags. Addresses typed as text
 * stay. Used for search only; quotes are taken from the original text.
 */
export const toPlainText = (markdown: string) => markdown.replace(LINK, ' $1 ').replace(TAG, ' ')

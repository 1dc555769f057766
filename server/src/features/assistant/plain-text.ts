/** `[words](address)` and `![words](address)`: one level of brackets inside is enough for real pages. */
const LINK = /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g
const TAG = /<\/?[a-z][^<>\n]*>/gi

/**
 * What a reader sees of Markdown: words of links and pictures without their addresses, nothing of tags. Addresses
 * typed as text stay. For finding only; quotes are cut from the text as it is.
 */
export const toPlainText = (markdown: string) => markdown.replace(LINK, ' $1 ').replace(TAG, ' ')

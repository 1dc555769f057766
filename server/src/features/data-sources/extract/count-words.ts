/** How many words a text has; marks between them are none. */
export const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** The page's title without the number of what waits, which stands before it. */
export const plainTitle = (): string => document.title.replace(/^\(\d+\) /, '')

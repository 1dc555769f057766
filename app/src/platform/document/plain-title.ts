/** The page's title without the unread count in front. */
export const plainTitle = (): string => document.title.replace(/^\(\d+\) /, '')

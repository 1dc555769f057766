/** The page's title without the unread count in front. */
export const pageTitle = (): string => document.title.replace(/^\(\d+\) /, '')

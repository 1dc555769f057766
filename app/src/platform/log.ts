/** The browser's console is a page's only log; it is used for errors only. */
export const logError = (what: string, cause: unknown) => console.error(what, cause)
export const logWarning = (what: string) => console.warn(what)

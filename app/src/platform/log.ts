/** The browser's console is the only log a page has; what lands here is a fault, never a trace of work. */
export const logError = (what: string, cause: unknown) => console.error(what, cause)
export const logWarning = (what: string) => console.warn(what)

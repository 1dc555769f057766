/** What a page says of its address is its own claim: only what a browser may follow becomes a link. */
export const isWeb = (url: string) => /^https?:\/\//.test(url)
export const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url)

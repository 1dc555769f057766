/** Pages can report any address: only http(s) becomes a link. */
export const isWeb = (url: string) => /^https?:\/\//.test(url)
export const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url)

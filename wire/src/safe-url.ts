/** The address of a link as the browser opens it, if it is safe. Relative ones would point to us. */
export function safeUrl(address: string): string | undefined {
  try {
    // Not `URL.canParse`: visitors' browsers may be older.
    const url = new URL(address)
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

/** The address of a link as the browser opens it, if it is safe. Relative ones would point to us. */
export function safeUrl(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined
}

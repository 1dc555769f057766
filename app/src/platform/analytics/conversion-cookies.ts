const conversionCookie = /^(_gcl_|AW-)/

/** Deletes conversion cookies on this host and its parent domains. */
export function deleteConversionCookies() {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, index) => `; domain=${labels.slice(index).join('.')}`)
  for (const cookie of document.cookie.split(/;\s*/)) {
    const [name = ''] = cookie.split('=')
    if (!conversionCookie.test(name)) continue
    for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`
  }
}

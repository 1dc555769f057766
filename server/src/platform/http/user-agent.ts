/** Browser family and system, as far as a user agent tells; the whole string is nobody's business. */
export function browserOf(user_agent: string | undefined): string | null {
  const text = user_agent ?? ''
  const browser = /Edg\//.test(text)
    ? 'Edge'
    : /Firefox\//.test(text)
      ? 'Firefox'
      : /Chrom(e|ium)\//.test(text)
        ? 'Chrome'
        : /Safari\//.test(text)
          ? 'Safari'
          : undefined
  const system = /Android/.test(text)
    ? 'Android'
    : /iPhone|iPad/.test(text)
      ? 'iOS'
      : /Windows/.test(text)
        ? 'Windows'
        : /Mac OS X/.test(text)
          ? 'macOS'
          : /Linux/.test(text)
            ? 'Linux'
            : undefined
  return [browser, system].filter(Boolean).join(' · ') || null
}

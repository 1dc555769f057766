/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export interface MailParts {
  greeting: string
  paragraphs: string[]
  /** The call to action. */
  action?: { label: string; url: string }
  footer: string
  /** The unsubscribe link. */
  stop?: { label: string; url: string }
}

/** The HTML and text version of an email. Every part is plain text; only the action becomes a link. */
export function mailBody({ greeting, paragraphs, action, footer, stop }: MailParts): {
  text: string
  html: string
} {
  const links = [action, stop].map((link) => (link ? [`${link.label}: ${link.url}`] : []))
  const text = [greeting, ...paragraphs, ...(links[0] ?? []), footer, ...(links[1] ?? [])].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#2867e4;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#51555d;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  const stopping = stop
    ? ` <a href="${escapeHtml(stop.url)}" style="color:#51555d">${escapeHtml(stop.label)}</a>`
    : ''
  const html = `<!doctype html><html><body style="margin:0;background:#f9fafb"><div style="max-width:520px;margin:0 auto;padding:32px 24px;font:16px/24px system-ui,sans-serif;color:#17191f">${paragraph(greeting)}${paragraphs.map(paragraph).join('')}${button}<p style="margin:32px 0 0;font-size:13px;color:#51555d">${escapeHtml(footer)}${stopping}</p></div></body></html>`
  return { text, html }
}

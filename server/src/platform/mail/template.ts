/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface MailLink {
  label: string
  url: string
}
/** A quoted message. */
export interface MailQuote {
  author: string
  lines: string[]
  links: MailLink[]
}
/** A number of a report, with its change; the note can be empty. */
export interface MailFigure {
  label: string
  value: string
  note: string
}
export interface MailParts {
  greeting: string
  paragraphs: string[]
  /** Messages of a conversation, after the paragraphs. */
  quotes?: MailQuote[]
  /** A table of numbers, after the paragraphs. */
  figures?: MailFigure[]
  /** The call to action. */
  action?: MailLink
  footer: string
  /** The unsubscribe link. */
  stop?: MailLink
}

const quoteText = ({ author, lines, links }: MailQuote) =>
  [`${author}:`, ...lines, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')
const quoteHtml = ({ author, lines, links }: MailQuote) =>
  `<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #dfe2e8"><p style="margin:0 0 4px;font-weight:600">${escapeHtml(author)}</p>${lines
    .map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`)
    .join('')}${links
    .map(
      ({ label, url }) =>
        `<p style="margin:0 0 4px;font-size:13px"><a href="${escapeHtml(url)}" style="color:#2459c5">${escapeHtml(label)}</a></p>`,
    )
    .join('')}</div>`

const figureText = ({ label, value, note }: MailFigure) => `${label}: ${value}${note && ` (${note})`}`
const cellStyle = 'padding:8px 0;border-bottom:1px solid #dfe2e8;text-align:left'
function figureHtml({ label, value, note }: MailFigure): string {
  const cells = note
    ? `<td style="${cellStyle};padding-left:16px;font-weight:600">${escapeHtml(value)}</td><td style="${cellStyle};padding-left:16px;font-size:13px;color:#51555d;white-space:nowrap">${escapeHtml(note)}</td>`
    : `<td colspan="2" style="${cellStyle};padding-left:16px;font-weight:600">${escapeHtml(value)}</td>`
  return `<tr><th scope="row" style="${cellStyle};font-weight:400;color:#51555d">${escapeHtml(label)}</th>${cells}</tr>`
}
const figuresHtml = (figures: MailFigure[]) =>
  figures.length === 0
    ? ''
    : `<table style="width:100%;margin:0 0 16px;border-collapse:collapse">${figures.map(figureHtml).join('')}</table>`

/** The HTML and text version of an email. Every part is plain text; only links become links. */
export function mailBody({
  greeting,
  paragraphs,
  quotes = [],
  figures = [],
  action,
  footer,
  stop,
}: MailParts): {
  text: string
  html: string
} {
  const links = [action, stop].map((link) => (link ? [`${link.label}: ${link.url}`] : []))
  const text = [
    greeting,
    ...paragraphs,
    ...quotes.map(quoteText),
    ...(figures.length > 0 ? [figures.map(figureText).join('\n')] : []),
    ...(links[0] ?? []),
    footer,
    ...(links[1] ?? []),
  ].join('\n\n')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#2867e4;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#51555d;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  const stopping = stop
    ? ` <a href="${escapeHtml(stop.url)}" style="color:#51555d">${escapeHtml(stop.label)}</a>`
    : ''
  const html = `<!doctype html><html><body style="margin:0;background:#f9fafb"><div style="max-width:520px;margin:0 auto;padding:32px 24px;font:16px/24px system-ui,sans-serif;color:#17191f">${paragraph(greeting)}${paragraphs.map(paragraph).join('')}${quotes.map(quoteHtml).join('')}${figuresHtml(figures)}${button}<p style="margin:32px 0 0;font-size:13px;color:#51555d">${escapeHtml(footer)}${stopping}</p></div></body></html>`
  return { text, html }
}

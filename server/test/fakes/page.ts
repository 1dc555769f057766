import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a page of a fake answers: HTML, or the address that the browser goes to. */
export type PageReply = { html: string } | { location: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (each) => entities[each] ?? each)

export const htmlPage = (title: string, body: string): PageReply => ({
  html:
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">` +
    `<title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${body}</html>`,
})
export const link = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
/** A form that sends `act`. */
export const button = (act: string, text: string): string =>
  `<form method="post"><button name="act" value="${act}">${escapeHtml(text)}</button></form>`

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export function sendPage(reply: ServerResponse, page: PageReply): void {
  if ('location' in page) reply.writeHead(303, { location: page.location }).end()
  else reply.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(page.html)
}

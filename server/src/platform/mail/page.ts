import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../context/config.ts'
import { isFromThisMachine } from '../http/host-check.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'
import { describe, type Operation } from '../openapi/operations.ts'
import { escapeHtml } from './template.ts'

function assertLocal(request: FastifyRequest, config: Config): void {
  if (!isFromThisMachine(request, config)) throw new Problem('page_not_found')
}

const linked = (text: string) =>
  escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
    .replaceAll('\n', '<br>')
const article = ({ subject, to, at, text }: StoredMail) =>
  `<article><h2>${escapeHtml(subject)}</h2><p class="meta">To <b>${escapeHtml(to)}</b> · <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></p><p>${linked(text)}</p></article>`

const page = (
  mails: StoredMail[],
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="5"><title>Mailbox – Ozvi</title><style>
:root{color-scheme:light dark;--bg:#f9fafb;--card:#fff;--text:#17191f;--muted:#51555d;--line:#e4e6ea;--link:#1b56ca}
@media(prefers-color-scheme:dark){:root{--bg:#090b0f;--card:#17191f;--text:#f3f4f6;--muted:#9fa3ab;--line:#26292f;--link:#72a3fe}}
body{margin:0;background:var(--bg);color:var(--text);font:15px/22px system-ui,sans-serif}main{max-width:680px;margin:0 auto;padding:40px 20px}
h1{font-size:24px;line-height:32px;margin:0 0 4px}h2{font-size:16px;line-height:24px;margin:0}.meta,.lead{color:var(--muted);margin:0 0 12px}.lead{margin-bottom:24px}
article{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px;margin:0 0 16px;overflow-wrap:anywhere}article p:last-child{margin:0}a{color:var(--link)}</style></head>
<body><main><h1>Mailbox</h1><p class="lead">No mail server is set up (SMTP_URL), so emails appear here. Only this machine can read them.</p>${mails.map(article).join('') || '<article>No emails yet.</article>'}</main></body></html>`

const asPage = describe({
  path: '/dev/mail',
  operation_id: 'showMailbox',
  tag: 'system',
  access: 'loopback, without SMTP and outside of production',
  reply: { 'text/html': { type: 'string' } },
  problems: ['page_not_found'],
})
const asJson = describe({
  path: '/dev/mail.json',
  operation_id: 'listMails',
  tag: 'system',
  access: 'loopback, without SMTP and outside of production',
  reply: { 'application/json': { type: 'object' } },
  problems: ['page_not_found'],
})

/** The mailbox of an installation without SMTP: `/dev/mail` for people, `/dev/mail.json` for tools. */
export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox, settings: Config): void {
  const config = (operation: Operation) => ({ policy: 'loopback', operations: [operation] })
  app.get('/dev/mail', { config: config(asPage) }, async (request, reply) => {
    assertLocal(request, settings)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .send(page(await mailbox.list()))
  })
  app.get('/dev/mail.json', { config: config(asJson) }, async (request, reply) => {
    assertLocal(request, settings)
    return reply.header('cache-control', 'no-store').send({ data: await mailbox.list() })
  })
}

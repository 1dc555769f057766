import { intlLocales, isId, type Locale, Problem } from '@ozvi/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { describe } from '#platform/openapi/operations.ts'
import { escapeHtml } from '#platform/mail/template.ts'
import { textFragment } from './extract/text-fragment.ts'
import { findSnapshot } from './item-store.ts'

/** The public path of a copy, for everyone who was shown a quote from it; opens at the quote. */
export const snapshotPath = (snapshot_id: string, quote: string) =>
  textFragment(`/snapshot/${snapshot_id}`, quote)

const operation = describe({
  path: '/snapshot/{snapshot_id}',
  operation_id: 'readSnapshot',
  tag: 'data-source',
  summary: 'The copy of a page that an answer quotes, as an HTML document.',
  access: 'public',
  reply: { 'text/html': { type: 'string' } },
  problems: ['page_not_found', 'rate_limited', 'unavailable'],
})

/** Copies of quoted items, as pages without a script. The address is the permission: it can't be guessed. */
export function snapshotRoutes(app: FastifyInstance, ctx: Context): void {
  app.get(
    '/snapshot/:snapshot_id',
    { config: { policy: 'public', slot: 'kept', operations: [operation] } },
    async (request, reply) => {
      // Fastify doesn't type params; the name is in the path above.
      const { snapshot_id } = request.params as { snapshot_id: string }
      const snapshot = isId(snapshot_id) ? await findSnapshot(ctx.db, snapshot_id) : undefined
      if (!snapshot) {
        // People open copies from answers, and a copy is deleted with its source.
        if (request.headers.accept?.includes('text/html')) return reply.callNotFound()
        throw new Problem('page_not_found')
      }
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation",
        )
        .header('cache-control', 'private, max-age=3600')
        .header('x-robots-tag', 'noindex')
        .send(page(snapshot))
    },
  )
}

const words = {
  en: { copy: 'Our copy, as read on', original: 'Open the page as it is now' },
  sk: { copy: 'Naša kópia, prečítaná', original: 'Otvoriť stránku v dnešnej podobe' },
} satisfies Record<Locale, Record<string, string>>

type Snapshot = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>

function page({ title, text, url, locale, fetched_at }: Snapshot): string {
  const { copy, original } = words[locale ?? 'en']
  const day = new Intl.DateTimeFormat(intlLocales[locale ?? 'en'], {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(fetched_at))
  const link = url ? ` · <a href="${escapeHtml(url)}" rel="noreferrer nofollow">${original}</a>` : ''
  return `<!doctype html><html lang="${locale ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark}body{margin:0 auto;max-width:42rem;padding:32px 20px 64px;font:17px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
p,pre{white-space:pre-wrap;margin:0 0 1em}pre{font:15px/1.5 ui-monospace,monospace}.note{font-size:14px;opacity:.75}::target-text{background:#ffe58a;color:#111}</style></head>
<body><p class="note">${copy} <time datetime="${fetched_at}">${day}</time>${link}</p><main><h1>${escapeHtml(title)}</h1>${blocks(text)}</main></body></html>`
}

const fence = '```'

/** Splits a text at empty lines; a fenced block is one piece, which starts with its fence. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let open: string[] = []
  const close = () => {
    blocks.push(open.join('\n').trim())
    open = []
  }
  for (const line of text.split('\n')) {
    const isCode = open[0]?.startsWith(fence)
    if (line === '' && !isCode) close()
    else if (!isCode && line.startsWith(fence)) {
      close()
      open = [line]
    } else if (isCode && line === fence) close()
    else open.push(line)
  }
  close()
  return blocks.filter(Boolean)
}

/** HTML of the text format: fenced code, headings, and the rest line by line. */
function blocks(text: string): string {
  return splitBlocks(text)
    .map((block) => {
      if (block.startsWith(fence)) return `<pre>${escapeHtml(block.slice(block.indexOf('\n') + 1))}</pre>`
      const [, level, heading] = /^(#{1,6}) ([^\n]+)$/.exec(block) ?? []
      if (level && heading)
        return `<h${Math.max(2, level.length)}>${escapeHtml(heading)}</h${Math.max(2, level.length)}>`
      return `<p>${escapeHtml(block)}</p>`
    })
    .join('\n')
}

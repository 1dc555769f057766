import { describeVisitor, listMessages, sendMessage, sendVisitorMessage } from '@ozvi/contract'
import { afterAll } from 'vitest'
import { testServer } from '../../../../../test/server.ts'
import { mailUnseenReplies } from '../reply-mails.ts'

/** A server whose customers have left, and the emails they get. */
export async function replyMailServer() {
  const server = await testServer({}, { isAnswering: false })
  afterAll(() => server[Symbol.asyncDispose]())
  let people = 0

  /** A visitor's conversation with an email address and replies of the team. */
  async function left({ email = `jana-${++people}@example.com` as string | null, name = 'Jana' } = {}) {
    const created = await server.seed.conversation()
    const { integration_id, conversation_id, browser, visitor } = created
    const key = { integration_id, conversation_id }
    if (email) await visitor.browser.call(describeVisitor, { claimed_by: 'visitor', email, name })
    const to = email ?? ''
    return {
      ...created,
      key,
      email: to,
      reply: (body = 'Your kettle is ready', id = crypto.randomUUID()) =>
        browser.call(sendMessage, { ...key, id, body }),
      write: (body = 'And now?') =>
        visitor.browser.call(sendVisitorMessage, {
          conversation_id,
          id: crypto.randomUUID(),
          body,
          locale: 'en',
        }),
      /** Events the team received about emails. */
      notified: async () =>
        (await browser.call(listMessages, key)).flatMap(({ details }) =>
          details.event === 'reply_emailed' || details.event === 'reply_not_emailed' ? [details] : [],
        ),
      mails: () => mailsTo(to),
    }
  }
  /** Waits until all queued emails are delivered. */
  const delivered = () =>
    server.eventually(async () => {
      const { rows } = await server.database.pool.query(
        `select 1 from pgboss.job where name = 'mail.send' and state in ('created', 'retry', 'active')`,
      )
      return rows.length === 0 || undefined
    })
  async function mailsTo(to: string) {
    await delivered()
    return (await server.mailbox.list()).filter((mail) => mail.to === to)
  }
  const after = (ms: number) => server.later(ms, () => mailUnseenReplies(server.ctx))
  return { server, left, after, mailsTo }
}

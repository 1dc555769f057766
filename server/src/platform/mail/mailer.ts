import nodemailer from 'nodemailer'
import type { Config } from '../context/config.ts'
import type { Mail } from './mail.ts'
import type { Mailbox } from './mailbox.ts'

export interface Mailer {
  /** @throws if the server rejects it or is unavailable; the calling job retries */
  send(mail: Mail): Promise<void>
  close(): void
}

/** SMTP if configured, otherwise this machine's mailbox page. */
export function createMailer(config: Config, mailbox: Mailbox): Mailer {
  if (!config.smtp_url) return { send: (mail) => mailbox.put(mail), close: () => {} }
  const transport = nodemailer.createTransport({
    url: config.smtp_url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const host = new URL(config.app_url).hostname
  return {
    async send({ message_id, to, subject, text, html, unsubscribe_url }) {
      await transport.sendMail({
        from: config.mail_from,
        // an object, so that a comma in the address can't add a recipient
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${message_id}@${host}>`,
        ...(unsubscribe_url
          ? {
              headers: {
                'List-Unsubscribe': `<${unsubscribe_url}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              },
            }
          : {}),
      })
    },
    close: () => transport.close(),
  }
}

import { Rich } from '#platform/i18n/provider.tsx'
import { Link } from '#ui/link.tsx'

/** Shown only if outgoing email stays on this machine. */
export function MailboxHint() {
  return (
    <p className="rounded-control bg-bot-subtle px-3 py-2 text-base text-bot">
      <Rich
        id="auth.mailbox_hint"
        parts={{
          box: (text) => (
            <Link href="/dev/mail" target="_blank" className="text-bot hover:text-bot">
              {text}
            </Link>
          ),
        }}
      />
    </p>
  )
}

import type { SignIn } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { usePath } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { RowIcon } from './access-row.tsx'
import { endSession, endOtherSessions, useSignIns } from './data.ts'

/** The user's sessions, each of which can be ended. */
export function SignIns() {
  const t = useT()
  const query = useSignIns()
  const { data } = query
  const confirmEndOthers = () =>
    confirm({
      title: t('account.sign_out_others'),
      description: t('account.sign_out_others_text'),
      confirmLabel: t('account.sign_out_others'),
      async action() {
        await endOtherSessions()
        toast.success(t('account.signed_out_others'))
      },
    })
  return (
    <Section title={t('account.sign_ins')} description={t('account.sign_ins_text')}>
      {data ? (
        <>
          <ul aria-label={t('account.sign_ins')} className="-my-3 divide-y divide-line">
            {data.map((signIn) => (
              <Row key={signIn.id} signIn={signIn} />
            ))}
          </ul>
          {data.length > 1 ? (
            <Button className="mt-6" icon="log-out" onClick={() => void confirmEndOthers()}>
              {t('account.sign_out_others')}
            </Button>
          ) : (
            <p className="mt-5 text-base text-muted">{t('account.only_here')}</p>
          )}
        </>
      ) : (
        <LoadFallback title={t('account.failed')} query={query}>
          <Skeleton className="h-24 rounded-card" />
        </LoadFallback>
      )}
    </Section>
  )
}

const isPhone = (device: string) => /Android|iOS/.test(device)
function Row({
  signIn: { id, device, ip_prefix, created_at, last_seen_at, is_current },
}: {
  signIn: SignIn
}) {
  const t = useT()
  const to = usePath()
  const formats = useFormats()
  const now = useNow()
  const name = device ?? t('account.unknown_device')
  const time = formats.relative(last_seen_at, Math.max(now, Date.parse(last_seen_at)))
  const confirmEnd = () =>
    confirm({
      title: t('account.sign_out_named', { device: name, time }),
      description: t('account.sign_out_one_text'),
      confirmLabel: t('account.sign_out_one'),
      async action() {
        await endSession(id)
        toast.success(t('account.signed_out_one', { device: name }))
      },
    })
  return (
    <li className="flex items-center gap-3 py-3 sm:gap-4">
      <span className="max-sm:hidden">
        <RowIcon name={isPhone(name) ? 'phone' : 'laptop'} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {is_current && <Badge tone="success">{t('account.this_one')}</Badge>}
        </span>
        <span className="block text-sm text-muted">
          {[is_current ? t('account.now') : t('account.seen', { time }), ip_prefix]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="block text-sm text-muted">
          {t('account.since', { date: formats.dateTime(created_at) })}
        </span>
      </span>
      {is_current ? (
        <a href={to('auth-logout')} className={buttonStyle('quiet', 'sm')}>
          {t('account.sign_out_one')}
        </a>
      ) : (
        <Button
          size="sm"
          aria-label={t('account.sign_out_named', { device: name, time })}
          onClick={() => void confirmEnd()}
        >
          {t('account.sign_out_one')}
        </Button>
      )}
    </li>
  )
}

import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Avatar, avatarSizes, type AvatarSize } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Card, Section } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon, iconPaths, isIconName } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Link } from '#ui/link.tsx'
import { LazyIcon } from '#ui/lazy-icon.tsx'
import { Logo, LogoSign } from '#ui/logo.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Picture } from '#ui/picture.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatusBar } from '#ui/status-bar.tsx'
import { Table } from '#ui/table.tsx'
import { InBothModes, Row, Specimen } from './specimen.tsx'

export function Icons() {
  const t = useT()
  return (
    <Specimen id="icons" title={t('demo.icons')}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-raised p-4 sm:grid-cols-4 sm:p-6 lg:grid-cols-6">
        {Object.keys(iconPaths)
          .filter(isIconName)
          .map((name) => (
            <li key={name} className="flex min-w-0 items-center gap-2">
              <Icon name={name} size={20} />
              <code className="truncate font-mono text-xs text-muted">{name}</code>
            </li>
          ))}
      </ul>
      <Row label={t('demo.icons_loaded')}>
        {['book', 'code', 'landmark', 'laptop'].map((name) => (
          <LazyIcon key={name} name={name} size={24} />
        ))}
      </Row>
    </Specimen>
  )
}

// The object's keys are the sizes.
const sizes = Object.keys(avatarSizes) as AvatarSize[]
/** S9.14: nine sizes. */
export function Avatars() {
  const t = useT()
  return (
    <Specimen id="avatars" title={t('demo.avatars')} text={t('demo.avatars_text')}>
      <InBothModes>
        {() => (
          <>
            <ul className="flex flex-wrap items-end gap-4">
              {sizes.map((size) => (
                <li key={size} className="flex flex-col items-center gap-1.5 text-xs text-muted">
                  <Avatar name="Eva Malá" size={size} />
                  {size} · {avatarSizes[size]}
                </li>
              ))}
            </ul>
            <Row>
              <Avatar name="Green Bean" size="3xl" shape="square" />
              <Avatar name="Ľubo" size="3xl" />
              <Avatar name="" size="3xl" />
            </Row>
          </>
        )}
      </InBothModes>
    </Specimen>
  )
}

const badges = ['neutral', 'primary', 'success', 'warning', 'danger', 'bot'] as const
const alerts = ['info', 'success', 'warning', 'danger'] as const
export function States() {
  const t = useT()
  return (
    <Specimen id="states" title={t('demo.states')}>
      <InBothModes>
        {() => (
          <>
            <Row>
              {badges.map((tone) => (
                <Badge key={tone} tone={tone}>
                  {t(`demo.badge_${tone}`)}
                </Badge>
              ))}
            </Row>
            {alerts.map((tone) => (
              <Alert key={tone} tone={tone} title={t(`demo.alert_${tone}`)}>
                <p>{t('demo.alert_text')}</p>
              </Alert>
            ))}
            <StatusBar icon="info">{t('demo.line_neutral')}</StatusBar>
            <StatusBar tone="warning" icon="wifi-off">
              {t('demo.line_warning')}
            </StatusBar>
            <Row>
              <span>{t('demo.keys')}</span>
              <span>
                <Kbd>Alt</Kbd> <Kbd>T</Kbd>
              </span>
              <Link href="#states">{t('demo.link')}</Link>
            </Row>
            <Row>
              <Logo />
              <LogoSign size={40} />
            </Row>
          </>
        )}
      </InBothModes>
    </Specimen>
  )
}

const people = [
  { name: 'Eva Malá', count: 12 },
  { name: 'Ján Ďurica', count: 7 },
]
export function Surfaces() {
  const t = useT()
  return (
    <Specimen id="surfaces" title={t('demo.surfaces')}>
      <InBothModes>
        {(mode) => (
          <>
            <Card className="p-4">{t('demo.card')}</Card>
            <Card>
              <EmptyState
                icon="inbox"
                title={t('demo.empty')}
                action={
                  <a href="#surfaces" className={buttonStyle('plain')}>
                    {t('demo.as_link')}
                  </a>
                }
              >
                {t('demo.empty_text')}
              </EmptyState>
            </Card>
            <Card>
              <Table
                caption={t('demo.table')}
                rows={people}
                rowKey={({ name }) => name}
                columns={[
                  { key: 'name', header: t('demo.person'), cell: ({ name }) => name },
                  { key: 'count', header: t('demo.count'), align: 'end', cell: ({ count }) => count },
                ]}
              />
            </Card>
            <div className="flex flex-col gap-2">
              <p className="text-sm text-muted">{t('demo.skeleton')}</p>
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-5" />
            </div>
            <div className="flex flex-col gap-2">
              <p className="text-sm text-muted">{t('demo.meter')}</p>
              <Meter label={`${t('demo.meter')}, ${t(`demo.${mode}`)}`} value={34} max={120} />
            </div>
            <div className="flex flex-col gap-2">
              <p className="text-sm text-muted">{t('demo.markdown')}</p>
              <Markdown text={t('demo.markdown_sample')} />
            </div>
          </>
        )}
      </InBothModes>
      <Row label={t('demo.picture')}>
        <Picture src="/icon-512.png" alt={t('demo.picture_alt')} width={96} height={96} />
      </Row>
      <div className="grid gap-4 lg:grid-cols-2">
        <Section title={t('demo.section')} description={t('demo.section_text')}>
          <Skeleton className="h-9" />
        </Section>
        <Section title={t('demo.section_danger')} description={t('demo.section_text')} tone="danger">
          <Skeleton className="h-9" />
        </Section>
      </div>
    </Specimen>
  )
}

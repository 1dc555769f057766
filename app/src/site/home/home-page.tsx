import type { ReactNode } from 'react'
import type { Key } from '#platform/i18n/keys.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { pagePath } from '#addresses'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Head } from '../seo/head.tsx'
import { AskChips } from './ask-chips.tsx'
import { Comparison } from './comparison.tsx'
import { Questions } from './questions.tsx'
import { ChatExample, InboxExample, SourceExample, TagExample } from './scenes.tsx'

// React Router requires a default export.
export default function HomePage() {
  const t = useT()
  const locale = useLocale()
  const { app_url } = usePublicConfig()
  return (
    <>
      <Head
        isFullTitle
        title={`Ozvi – ${t('site.hero_title')} ${t('site.hero_title_more')}`}
        description={t('site.hero_text')}
        data={{
          '@type': 'SoftwareApplication',
          name: 'Ozvi',
          applicationCategory: 'BusinessApplication',
          operatingSystem: 'Linux, macOS, Windows',
          description: t('site.hero_text'),
        }}
      />
      <section className="border-b border-line bg-subtle">
        <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
          <div>
            <h1 className="text-4xl font-semibold tracking-[-0.03em] lg:text-5xl">
              {t('site.hero_title')} <span className="text-primary">{t('site.hero_title_more')}</span>
            </h1>
            <p className="mt-6 max-w-[54ch] text-lg text-muted">{t('site.hero_text')}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <a href={pagePath(locale, 'auth-create-account')} className={buttonStyle('primary', 'lg')}>
                {t('site.start')}
                <Icon name="arrow-right" />
              </a>
              <a href="#answers" className={buttonStyle('plain', 'lg')}>
                {t('site.hero_how')}
              </a>
            </div>
            <p className="mt-6 text-base text-muted">{t('site.hero_note')}</p>
            <AskChips />
          </div>
          <ChatExample />
        </div>
      </section>
      <div className="py-2 sm:py-6">
        <Feature id="answers" title="site.answers_title" text="site.answers_text" points={answerPoints}>
          <SourceExample />
        </Feature>
        <Feature id="people" title="site.people_title" text="site.people_text" points={teamPoints} isReversed>
          <InboxExample />
        </Feature>
        <Feature id="light" title="site.light_title" text="site.light_text" points={lightPoints}>
          <TagExample origin={app_url} />
        </Feature>
      </div>
      <Comparison />
      <Questions />
      <section className="border-t border-line">
        <div className="mx-auto flex max-w-3xl flex-col items-center px-4 py-16 text-center sm:py-24">
          <h2 className="text-3xl font-semibold tracking-[-0.02em]">{t('site.close_title')}</h2>
          <p className="mt-4 text-lg text-muted">{t('site.close_text')}</p>
          <a href={pagePath(locale, 'auth-create-account')} className={buttonStyle('primary', 'lg', 'mt-8')}>
            {t('site.start')}
            <Icon name="arrow-right" />
          </a>
        </div>
      </section>
    </>
  )
}

const answerPoints = ['site.answers_1', 'site.answers_2', 'site.answers_3'] as const
const teamPoints = ['site.people_1', 'site.people_2', 'site.people_3'] as const
const lightPoints = ['site.light_1', 'site.light_2', 'site.light_3'] as const

function Feature({
  id,
  title,
  text,
  points,
  isReversed = false,
  children,
}: {
  id: string
  title: Key
  text: Key
  points: readonly Key[]
  isReversed?: boolean
  children: ReactNode
}) {
  const t = useT()
  return (
    <section id={id} className="scroll-mt-16">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-2 lg:gap-16">
        <div className={isReversed ? 'lg:order-2' : undefined}>
          <h2 className="text-3xl font-semibold tracking-[-0.02em]">{t(title)}</h2>
          <p className="mt-4 max-w-[58ch] text-md text-muted">{t(text)}</p>
          <ul className="mt-6 flex flex-col gap-3 text-md">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-3">
                <Icon name="check" size={20} className="mt-0.5 text-primary" />
                {t(point)}
              </li>
            ))}
          </ul>
        </div>
        {children}
      </div>
    </section>
  )
}

import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { pagePath } from '#addresses'
import { linkStyle } from '#ui/link.tsx'
import type { RouteHandle } from '../../root.tsx'
import { island as controls } from './controls-island.tsx'
import { island as overlays } from './overlays-island.tsx'
import { InBothModes, Specimen } from './specimen.tsx'
import { Avatars, Icons, States, Surfaces } from './static-examples.tsx'
import { Colors, Space, Typography } from './tokens.tsx'

export const handle: RouteHandle = { has_every_style: true }

// React Router requires a default export.
export default function UiPage() {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-14 px-4 py-10 sm:px-6">
      <title>{`${t('demo.ui_title')} – Ozvi`}</title>
      <meta name="robots" content="noindex" />
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('demo.ui_title')}</h1>
        <p className="mt-2 max-w-[68ch] text-md text-muted">{t('demo.ui_text')}</p>
        <p className="mt-3">
          <a href={pagePath(locale, 'demo-base-date')} className={linkStyle()}>
            {t('demo.to_dates')}
          </a>
        </p>
      </div>
      <Colors />
      <Typography />
      <Space />
      <Specimen id="motion" title={t('demo.motion')} text={t('demo.motion_text')}>
        <Island of={overlays} props={{ part: 'motion' }} />
      </Specimen>
      <Icons />
      <Specimen id="buttons" title={t('demo.buttons')}>
        <InBothModes>{(mode) => <Island of={controls} props={{ mode, part: 'buttons' }} />}</InBothModes>
      </Specimen>
      <Specimen id="fields" title={t('demo.fields')}>
        <InBothModes>{(mode) => <Island of={controls} props={{ mode, part: 'fields' }} />}</InBothModes>
      </Specimen>
      <States />
      <Avatars />
      <Surfaces />
      <Specimen id="overlays" title={t('demo.overlays')} text={t('demo.overlays_text')}>
        <Island of={overlays} props={{ part: 'overlays' }} />
      </Specimen>
    </div>
  )
}

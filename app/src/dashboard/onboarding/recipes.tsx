import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'

/** The snippet as code: Tag Manager copies elements without data attributes, and supports ES5 only. */
const codeFor = (src: string, key: string) =>
  `<script>
(function () {
  var script = document.createElement('script')
  script.async = true
  script.src = '${src}'
  script.setAttribute('data-key', '${key}')
  document.body.appendChild(script)
})()
</script>`

/** Instructions for the most common website systems. */
export function Recipes({ src, publicKey }: { src: string; publicKey: string }) {
  const t = useT()
  return (
    <section aria-labelledby="onboarding-recipes">
      <h2 id="onboarding-recipes" className="mb-2 text-base font-medium">
        {t('onboarding.recipes')}
      </h2>
      <div className="rounded-card border border-line">
        <Recipe
          name="WordPress"
          steps={[t('onboarding.wordpress_1'), t('onboarding.wordpress_2'), t('onboarding.wordpress_3')]}
          note={t('onboarding.wordpress_note')}
        />
        <Recipe
          name="Shopify"
          steps={[t('onboarding.shopify_1'), t('onboarding.shopify_2'), t('onboarding.shopify_3')]}
          note={t('onboarding.shopify_note')}
        />
        <Recipe
          name="Google Tag Manager"
          steps={[t('onboarding.gtm_1'), t('onboarding.gtm_2'), t('onboarding.gtm_3')]}
          note={t('onboarding.gtm_note')}
        >
          <CopyField label={t('onboarding.gtm_code')} value={codeFor(src, publicKey)} />
        </Recipe>
      </div>
    </section>
  )
}

function Recipe({
  name,
  steps,
  note,
  children,
}: {
  name: string
  steps: readonly string[]
  note: string
  children?: ReactNode
}) {
  return (
    <details className="group border-b border-line px-4 last:border-0">
      <summary className="flex min-h-10 list-none items-center gap-1.5 rounded-control text-base font-medium touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-right"
          size={16}
          className="text-muted transition-transform duration-120 group-open:rotate-90"
        />
        {name}
      </summary>
      <div className="flex flex-col gap-3 pb-4">
        <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-base">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {children}
        <p className="text-sm text-muted">{note}</p>
      </div>
    </details>
  )
}

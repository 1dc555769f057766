import { brandColors, contrast } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'

/** Background colors of the widget's themes. */
const light = '#ffffff'
const dark = '#17191f'

/** The color in use with its contrast, and the replacement if it is too low. */
export function ContrastCheck({ color }: { color: string }) {
  const t = useT()
  const formats = useFormats()
  const { brand, on_brand, ink_light, ink_dark } = brandColors(color)
  const rows = [
    { name: t('client.contrast_on'), ink: on_brand, ground: brand, intended: on_brand },
    { name: t('client.contrast_light'), ink: ink_light, ground: light, intended: brand },
    { name: t('client.contrast_dark'), ink: ink_dark, ground: dark, intended: brand },
  ]
  return (
    <div>
      <h3 className="text-base font-medium">{t('client.contrast')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {rows.map(({ name, ink, ground, intended }) => {
          const ratio = formats.number(Math.floor(contrast(intended, ground) * 10) / 10)
          const isMoved = intended !== ink
          return (
            <li key={name} className="flex items-start gap-3">
              <span
                aria-hidden="true"
                className="mt-0.5 flex h-9 w-14 shrink-0 items-center justify-center rounded-control border border-line text-md font-semibold"
                style={{ background: ground, color: ink }}
              >
                Aa
              </span>
              <div className="min-w-0">
                <p className="text-base">{name}</p>
                <p className="flex items-start gap-1.5 text-sm text-muted">
                  <Icon
                    name={isMoved ? 'info' : 'check'}
                    size={16}
                    className={isMoved ? 'mt-0.5' : 'mt-0.5 text-success'}
                  />
                  {isMoved
                    ? t('client.contrast_moved', { ratio, color: ink })
                    : t('client.contrast_kept', { ratio })}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

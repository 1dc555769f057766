import { useLocale, useT } from '#platform/i18n/provider.tsx'
import type { Key } from '#platform/i18n/keys.ts'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'

/*
 * Facts with sources on the comparison pages: sizes measured with Brotli on pages built from source (Ozvi by `npm
 * run bench`), or the vendor's own figure if the widget is closed source.
 */

type Cell = true | false | Key
const rivals = ['chatwoot', 'intercom', 'crisp', 'libredesk'] as const
const names = { chatwoot: 'Chatwoot', intercom: 'Intercom', crisp: 'Crisp', libredesk: 'LibreDesk' }
const rows: { label: Key; cells: [Cell, Cell, Cell, Cell, Cell] }[] = [
  {
    label: 'site.compare_weight',
    cells: [
      'site.compare_weight_ozvi',
      'site.compare_weight_chatwoot',
      'site.compare_unmeasured',
      'site.compare_weight_crisp',
      'site.compare_weight_libredesk',
    ],
  },
  { label: 'site.compare_keyless', cells: [true, false, false, false, false] },
  { label: 'site.compare_own_machine', cells: [true, true, false, false, true] },
  { label: 'site.compare_hosted', cells: [false, true, true, true, false] },
  { label: 'site.compare_channels', cells: [false, true, true, true, true] },
]

/** Ozvi next to the others, also where they are better. */
export function Comparison() {
  const t = useT()
  const locale = useLocale()
  return (
    <section className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
        <h2 id="comparison" className="text-3xl font-semibold tracking-[-0.02em]">
          {t('site.compare_title')}
        </h2>
        <p className="mt-4 max-w-[62ch] text-md text-muted">{t('site.compare_text')}</p>
        <div
          role="region"
          aria-labelledby="comparison"
          // Scrollable areas must be reachable by keyboard.
          tabIndex={0}
          className="mt-8 overflow-x-auto rounded-card border border-line"
        >
          <table className="w-full min-w-[44rem] text-left text-base">
            <thead className="bg-subtle">
              <tr>
                <th scope="col" className="px-4 py-3">
                  <span className="sr-only">{t('site.compare_what')}</span>
                </th>
                <th scope="col" className="px-4 py-3 text-md font-semibold text-primary">
                  Ozvi
                </th>
                {rivals.map((rival) => (
                  <th key={rival} scope="col" className="px-4 py-3 text-md font-semibold">
                    <a
                      href={`/${locale}/competitors/${rival}`}
                      className={linkStyle('font-semibold text-ink')}
                    >
                      {names[rival]}
                    </a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, cells }) => (
                <tr key={label} className="border-t border-line">
                  <th scope="row" className="max-w-64 px-4 py-3.5 font-medium">
                    {t(label)}
                  </th>
                  {cells.map((cell, index) => (
                    // The columns never change their order.
                    <td key={index} className="px-4 py-3.5 whitespace-nowrap">
                      {typeof cell === 'string' ? t(cell) : <Mark isTrue={cell} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="mt-4 text-sm text-muted">{t('site.compare_note')}</p>
      </div>
    </section>
  )
}

function Mark({ isTrue }: { isTrue: boolean }) {
  const t = useT()
  return (
    <span className={`flex items-center gap-2 ${isTrue ? '' : 'text-muted'}`}>
      <Icon name={isTrue ? 'check' : 'x'} size={18} {...(isTrue && { className: 'text-success' })} />
      {t(isTrue ? 'site.yes' : 'site.no')}
    </span>
  )
}

import figtree400 from '@fontsource/figtree/files/figtree-latin-400-normal.woff?inline'
import figtree600 from '@fontsource/figtree/files/figtree-latin-600-normal.woff?inline'
import figtreeExt400 from '@fontsource/figtree/files/figtree-latin-ext-400-normal.woff?inline'
import figtreeExt600 from '@fontsource/figtree/files/figtree-latin-ext-600-normal.woff?inline'
import type { Locale } from '@ozvi/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { dictionaries } from 'virtual:messages'
import { localeOfPath } from '#platform/i18n/locale.ts'
import { createTranslator, type Translate } from '#platform/i18n/translator.ts'
import { notFound } from '#platform/session/not-found.ts'
import { referenceRoot } from '../api-reference/address.ts'
import { referencePaths } from '../api-reference/reference.server.ts'
import { entries } from '../content/content.server.ts'
import { kinds } from '../content/front-matter.server.ts'

/** The size that networks crop least (opengraph.xyz, developers.facebook.com). */
const width = 1200
const height = 630
const ink = '#17191f'
const muted = '#51555d'
const primary = '#2867e4'

const fontOf = (name: string, weight: 400 | 600, url: string) => ({
  name,
  weight,
  data: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
})
const box = (style: Record<string, unknown>, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** The text of a page's image: its title and type. */
function textOf(locale: Locale, path: string, t: Translate): { title: string; kind: string } | null {
  for (const kind of kinds) {
    const entry = entries(locale, kind).find((entry) => entry.path === path)
    if (entry) return { title: entry.title, kind: kind === 'legal' ? '' : t(`content.${kind}`) }
    if (path === `/${kind}` && kind !== 'legal') return { title: t(`content.${kind}`), kind: '' }
  }
  if (referencePaths().includes(path)) return textOf(locale, referenceRoot, t)
  return path ? null : { title: `${t('site.hero_title')} ${t('site.hero_title_more')}`, kind: '' }
}

const pictures = new Map<string, Promise<Buffer>>()
const picturesMax = 500

async function renderPicture({ title, kind }: { title: string; kind: string }): Promise<Buffer> {
  // Loaded on request only: rendering is expensive, and no page waits for it.
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')])
  const picture = box(
    {
      width,
      height,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: 80,
      background: '#ffffff',
      borderBottom: `16px solid ${primary}`,
      fontFamily: 'Figtree, Figtree ext',
      color: ink,
    },
    [
      box({ fontSize: 44, fontWeight: 600, color: primary }, 'Ozvi'),
      box({ flexDirection: 'column' }, [
        box({ fontSize: 32, color: muted, marginBottom: 20 }, kind),
        box(
          { fontSize: title.length > 60 ? 60 : 76, fontWeight: 600, lineHeight: 1.15, letterSpacing: -2 },
          title,
        ),
      ]),
    ],
  )
  // Satori's types expect React nodes; plain objects of the same shape work too.
  const svg = await satori(picture as unknown as Parameters<typeof satori>[0], {
    width,
    height,
    fonts: [
      fontOf('Figtree', 400, figtree400),
      fontOf('Figtree', 600, figtree600),
      fontOf('Figtree ext', 400, figtreeExt400),
      fontOf('Figtree ext', 600, figtreeExt600),
    ],
  })
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** The image of a shared link to a public page: `/og/{locale}/{path}.png`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  const address = /^\/og(\/.+)\.png$/.exec(pathname)?.[1] ?? ''
  const locale = localeOfPath(address)
  const text = locale && textOf(locale, address.slice(3), createTranslator(locale, dictionaries[locale]).t)
  if (!text) throw notFound(pathname)
  const picture = pictures.get(address) ?? renderPicture(text)
  // There are only as many URLs as pages.
  if (pictures.size < picturesMax) pictures.set(address, picture)
  picture.catch(() => pictures.delete(address))
  return new Response(new Uint8Array(await picture), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
  })
}

import { type DataSourceItem, toPlainText, truncate } from '@ozvi/contract'

/** What the example page shows of a website. */
interface PreviewSite {
  title: string
  /** Titles of other pages. */
  nav: readonly string[]
  paragraphs: readonly string[]
}
const navMax = 4
/** The line shows an ellipsis where it is too narrow. */
const navCharsMax = 40
const paragraphsMax = 4
/** Shorter paragraphs are labels and buttons. */
const paragraphCharsMin = 40

/** The part of a page's title before the name of its website. */
const ownTitle = (title: string) => truncate(title.split(/ [|–—-] /)[0]?.trim() || title, 60)
const depthOf = ({ url }: DataSourceItem) =>
  URL.parse(url ?? '')
    ?.pathname.split('/')
    .filter(Boolean).length ?? Infinity

/** The start page: the one with the shortest path. */
export const startPageOf = (items: readonly DataSourceItem[]): DataSourceItem | undefined =>
  items.toSorted((a, b) => depthOf(a) - depthOf(b))[0]

/** @param text of the start page, as Markdown */
export function previewSite(
  start: DataSourceItem,
  items: readonly DataSourceItem[],
  text: string,
): PreviewSite {
  const titles = items.filter(({ id }) => id !== start.id).map(({ title }) => ownTitle(title))
  const paragraphs = text
    .split('\n\n')
    .filter((block) => !/^[#|>*+`!\-\d]/.test(block.trimStart()))
    .map(toPlainText)
    .filter(({ length }) => length >= paragraphCharsMin)
  return {
    title: ownTitle(start.title),
    nav: [...new Set(titles.filter(Boolean).map((title) => truncate(title, navCharsMax)))].slice(0, navMax),
    paragraphs: paragraphs.slice(0, paragraphsMax).map((paragraph) => truncate(paragraph, 240)),
  }
}

/** Writes a website into the example page, as text. */
export function fillExamplePage(page: Document, name: string, logo: string | null, site: PreviewSite) {
  const part = (slot: string) => page.querySelector<HTMLElement>(`[data-part="${slot}"]`)
  const write = (slot: string, text: string) => {
    const element = part(slot)
    if (element) element.textContent = text
  }
  const [intro = '', ...more] = site.paragraphs
  write('name', name)
  write('nav', site.nav.join(' · '))
  write('title', site.title)
  write('text', intro)
  const picture = part('logo')
  if (logo) picture?.setAttribute('src', logo)
  picture?.toggleAttribute('hidden', !logo)
  part('goods')?.toggleAttribute('hidden', true)
  part('more')?.replaceChildren(
    ...more.map((text) => Object.assign(page.createElement('p'), { textContent: text })),
  )
}

// @vitest-environment jsdom
import type { DataSourceItem } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { fillExamplePage, previewSite, startPageOf } from './preview-site.ts'

const item = (title: string, url: string): DataSourceItem => ({
  id: crypto.randomUUID(),
  source_id: crypto.randomUUID(),
  url,
  title,
  locale: 'en',
  status: 'indexed',
  reason: null,
  words: 100,
  is_enabled: true,
  fetched_at: null,
  changed_at: null,
})
const items = [
  item('Delivery | Green Bean', 'https://bean.example/help/delivery'),
  item('Coffee that is roasted on Tuesdays | Green Bean', 'https://bean.example/'),
  item('Returns | Green Bean', 'https://bean.example/returns'),
]
const text = `# Coffee

Menu

We roast **small batches** every Tuesday and [ship them](https://bean.example/help/delivery) the same day.

- Free delivery over 40 euros, everywhere in Slovakia and Czechia

Our shop in Trenčín is open from Monday to Saturday, with a tasting each Friday at five.`

test('the example page has the website’s name, start page, page titles and first paragraphs as text', () => {
  const start = startPageOf(items)
  expect(start?.url).toBe('https://bean.example/')
  const site = previewSite(start ?? items[0]!, items, text)
  expect(site).toEqual({
    title: 'Coffee that is roasted on Tuesdays',
    nav: ['Delivery', 'Returns'],
    paragraphs: [
      'We roast small batches every Tuesday and ship them the same day.',
      'Our shop in Trenčín is open from Monday to Saturday, with a tasting each Friday at five.',
    ],
  })
  document.body.innerHTML = ['name', 'nav', 'title', 'text', 'more', 'goods']
    .map((part) => `<div data-part="${part}"></div>`)
    .join('')
  fillExamplePage(document, '<img src=x onerror=alert(1)>', null, site)
  expect(document.body.querySelector('img')).toBeNull()
  expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>Delivery · Returns')
  expect(document.querySelectorAll('[data-part="more"] p')).toHaveLength(1)
  expect(document.querySelector('[data-part="goods"]')?.hasAttribute('hidden')).toBe(true)
})
test('pages without URLs or text result in an empty example page', () => {
  expect(startPageOf([])).toBeUndefined()
  const [only] = [item('', 'not an address')]
  expect(previewSite(only!, [only!], '')).toEqual({ title: '', nav: [], paragraphs: [] })
})

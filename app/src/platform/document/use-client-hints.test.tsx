// @vitest-environment jsdom
import { runInNewContext } from 'node:vm'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dictionaries } from 'virtual:messages'
import { BaseDate } from '#ui/base-date.tsx'
import { TranslatorProvider } from '../i18n/provider.tsx'
import { createTranslator } from '../i18n/translator.ts'
import { useNow } from '../time/use-now.ts'
import { platformOf, timeZoneOf, timeZoneScript } from './client-hints.ts'
import { ClientHintsProvider, usePlatform } from './use-client-hints.tsx'

test('the reader’s time zone comes from the cookie; an invalid one counts as UTC', () => {
  expect(timeZoneOf('locale=sk; tz=Europe/Bratislava; x=1')).toBe('Europe/Bratislava')
  expect(timeZoneOf('tz=America/Indiana/Knox')).toBe('America/Indiana/Knox')
  // One name for each zone, regardless of spelling.
  expect(timeZoneOf('tz=asia/TOKYO')).toBe('Asia/Tokyo')
  for (const cookie of [
    null,
    '',
    'tz=',
    'tz=+05:37',
    'tz=Nowhere/At_all',
    `tz=${'A'.repeat(5000)}`,
    'xtz=Asia/Tokyo',
  ])
    expect(timeZoneOf(cookie)).toBe('UTC')
})
test('the head script stores the browser’s time zone', () => {
  runInNewContext(timeZoneScript, { document, Intl })
  expect(document.cookie).toContain(`tz=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`)
})
test('Macs, iPhones and iPads show ⌘', () => {
  expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('mac')
  expect(platformOf('Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)')).toBe('mac')
  expect([platformOf('Mozilla/5.0 (X11; Linux x86_64)'), platformOf(null)]).toEqual(['other', 'other'])
})

test('the first render equals the server’s HTML; the reader’s time zone and keys follow', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:10Z') })
  const Shown = () => (
    <p>
      <BaseDate time="2026-11-22T09:00:00Z" format="time" /> {usePlatform()} {useNow()}
    </p>
  )
  const hints = { time_zone: 'Asia/Tokyo', platform: 'mac', now: Date.parse('2026-11-22T10:00:00Z') } as const
  const page = (
    <TranslatorProvider value={createTranslator('en', dictionaries.en)}>
      <ClientHintsProvider value={hints}>
        <Shown />
      </ClientHintsProvider>
    </TranslatorProvider>
  )
  const element = document.createElement('div')
  element.innerHTML = renderToString(page)
  expect(element.textContent).toBe(`6:00 PM mac ${hints.now}`)
  const differences: unknown[] = []
  await act(async () => {
    hydrateRoot(element, page, { onRecoverableError: (error) => differences.push(error) })
  })
  expect(differences).toEqual([])
  const own = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(
    Date.parse('2026-11-22T09:00:00Z'),
  )
  // The clock starts with the page's time, so that nothing is rendered twice because of it.
  expect(element.textContent).toBe(`${own} other ${hints.now}`)
  vi.useRealTimers()
})

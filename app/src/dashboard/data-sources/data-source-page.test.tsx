// @vitest-environment jsdom
import type { DataSourceItem } from '@ozvi/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../../../test/render.tsx'
import { errorReply } from '../../../test/transport.ts'
import DataSourcePage from './data-source-page.tsx'
import ItemPage from './item-page.tsx'
import { base, page, website, item, dataSources } from '../../../test/show-data-sources.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('a source lists its pages by state, and one can be excluded from the assistant', async () => {
  const failed: DataSourceItem = {
    ...item,
    id: `${item.id.slice(0, -1)}1`,
    title: 'https://green-bean.example/broken',
    url: 'https://green-bean.example/broken',
    status: 'failed',
    reason: 'http_error',
    words: 0,
    fetched_at: null,
  }
  const testServer = dataSources([website])
  testServer.answers[`GET ${base}/${website.id}`] = () => website
  const folder = {
    path: 'https://green-bean.example/help/',
    name: 'help',
    pages: 12,
    indexed: 12,
    used: 5,
    skipped: 0,
    failed: 0,
    gone: 0,
    words: 900,
    changed_at: null,
  }
  testServer.answers[`GET ${base}/${website.id}/folder`] = () => ({
    entries: [
      { kind: 'folder', folder },
      { kind: 'item', item },
      { kind: 'item', item: failed },
    ],
    next: null,
  })
  testServer.answers[`GET ${base}/${website.id}/item`] = () => ({ items: [failed], next: null })
  testServer.answers[`PUT ${base}/${website.id}/item/${item.id}`] = () =>
    errorReply(422, 'invalid_input', 'Not now.')
  showPage(DataSourcePage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId',
    at: `${page}/${website.id}`,
  })
  const link = await screen.findByRole('link', { name: 'Returns' })
  expect(link.getAttribute('href')).toBe(`${page}/${website.id}/${item.id}`)
  expect(screen.getByText('The website returned an error.')).toBeTruthy()
  const use = screen.getByRole('switch', { name: 'Let the assistant use Returns' })
  fireEvent.click(use)
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(use).toHaveProperty('checked', true)
  expect(screen.getByText('5 of 12 used')).toBeTruthy()
  const help = screen.getByRole('button', { name: 'help' })
  help.focus()
  fireEvent.keyDown(help, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(link)
  fireEvent.keyDown(link, { key: 'ArrowUp' })
  fireEvent.keyDown(help, { key: 'ArrowRight' })
  expect(help.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(help, { key: 'ArrowLeft' })
  expect(help.getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'failed' } })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Returns' })).toBeNull())
  expect(await screen.findByRole('link', { name: '/broken' })).toBeTruthy()
})

test('a page is shown as the assistant reads it', async () => {
  const testServer = dataSources([website])
  testServer.answers[`GET ${base}/${website.id}`] = () => website
  testServer.answers[`GET ${base}/${website.id}/item/${item.id}`] = () => ({
    ...item,
    text: '# Returns\n\nWithin 30 days.',
  })
  showPage(ItemPage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId/:itemId',
    at: `${page}/${website.id}/${item.id}`,
  })
  expect(await screen.findByText(/Within 30 days\./)).toBeTruthy()
  expect(screen.getByText('30 words')).toBeTruthy()
})

test('404 an unknown source shows an error', async () => {
  dataSources([])
  showPage(DataSourcePage, {
    path: '/en/app/i/:integrationId/settings/data-sources/:sourceId',
    at: `${page}/${website.id}`,
  })
  expect(await screen.findByText('Source not found. It may have been deleted.')).toBeTruthy()
})

// @vitest-environment jsdom
import { type ContactImport, contactImportChanged, type ImportDraft } from '@ozvi/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { showPage } from '../../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../../test/transport.ts'
import { ImportButton } from './index.ts'

const base = `/api/integration/${greenBean.id}`
const one: ContactImport = {
  id: '01980000-0000-7000-8009-000000000001',
  integration_id: greenBean.id,
  file_name: 'people.csv',
  status: 'waiting',
  by_name: eva.name,
  created_at: '2026-11-20T10:00:00.000Z',
  rows_total: 2,
  rows_done: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  kept: 0,
  version: 1,
}
const draft: ImportDraft = {
  import: one,
  encoding: 'windows-1250',
  delimiter: ';',
  has_header: true,
  columns: [
    { name: 'Meno', samples: ['Žofia', 'Ján'], guess: 'name' },
    { name: 'Kontakt', samples: ['zofia@example.com', ''], guess: 'email' },
    { name: '', samples: ['', ''], guess: null },
  ],
}
const Button = () => <ImportButton integration_id={greenBean.id} />
function open(imports: ContactImport[] = []) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = createTestTransport({
    [`GET ${base}/contact-import`]: () => imports,
    [`GET ${base}/contact-field`]: () => [],
    [`POST ${base}/contact-import`]: () => draft,
    [`POST ${base}/contact-import/${one.id}/check`]: () => ({ ...one, status: 'checking', version: 2 }),
    [`POST ${base}/contact-import/${one.id}/start`]: () => ({ ...one, status: 'running', version: 6 }),
    [`POST ${base}/contact-import/${one.id}/cancel`]: () => ({ ...one, status: 'cancelled', version: 2 }),
    [`POST ${base}/contact-import/${one.id}/undo`]: () => ({ ...one, status: 'undoing', version: 19 }),
  })
  showPage(Button, {
    path: '/en/app/i/:integrationId/contacts',
    at: `/en/app/i/${greenBean.id}/contacts`,
    user: { ...eva, integrations: [greenBean] },
  })
  return {
    ...server,
    emitChange: (changed: Partial<ContactImport>) =>
      server.emit(contactImportChanged.name, { ...one, ...changed }),
  }
}
const choose = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText('Drop a CSV file here')
  const input = document.querySelector('input[type=file]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'people.csv')] } }))
}

test('SEC-50 a file that was deleted because a contact was erased can be chosen again', async () => {
  const server = open()
  await choose()
  await screen.findByText(/2 rows, WINDOWS-1250 encoding/)
  await server.emitChange({ status: 'cancelled', version: 2 })
  expect((await screen.findByRole('alert')).textContent).toMatch(/^people.csv was deleted because/)
  expect(screen.getByText('Drop a CSV file here')).toBeDefined()
  expect(server.calls(`POST ${base}/contact-import/${one.id}/cancel`)).toEqual([])
})

test('a file is selected, its columns are matched as suggested or manually, and the import shows its progress', async () => {
  const server = open()
  await choose()
  expect(await screen.findByText(/2 rows, WINDOWS-1250 encoding/)).toBeDefined()
  expect(screen.getByText('Žofia · Ján')).toBeDefined()
  const target = (column: string) => screen.getByRole('combobox', { name: `Field for ${column}` })
  expect(
    ['Meno', 'Kontakt', 'Column 3'].map((name) => target(name)).map((at) => 'value' in at && at.value),
  ).toEqual(['name', 'email', ''])
  fireEvent.change(target('Column 3'), { target: { value: 'city' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'If a contact already exists' }), {
    target: { value: 'skip' },
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check 2' })))
  const plan = {
    columns: ['name', 'email', 'city'],
    match_by: 'email',
    on_existing: 'skip',
    has_header: true,
  }
  const asked = (call: string) =>
    server.calls(`POST ${base}/contact-import/${one.id}/${call}`).map(({ body }) => body)
  expect(asked('check')).toEqual([plan])
  expect(await screen.findByText('Checking… 0 of 2 rows. Nothing has been imported yet.')).toBeDefined()
  await server.emitChange({ status: 'checking', rows_done: 1, version: 3 })
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await server.emitChange({ status: 'checked', rows_done: 2, skipped: 1, failed: 1, version: 4 })
  expect(await screen.findByText(/Nothing to import/)).toBeDefined()

  // Back: the selection is kept.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Edit columns' })))
  expect(target('Column 3')).toHaveProperty('value', 'city')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check 2' })))
  await server.emitChange({ status: 'checked', rows_done: 2, created: 1, failed: 1, version: 5 })
  expect([...document.querySelectorAll('dl > div')].map((count) => count.textContent)).toEqual([
    'New1',
    'Updated0',
    'Unchanged0',
    'Failed1',
  ])
  expect(screen.getByRole('link', { name: 'Download failed rows' })).toBeDefined()
  expect(asked('start')).toEqual([])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Import 1 row' })))
  expect(asked('start')).toEqual([plan])
  await server.emitChange({ status: 'running', rows_done: 1, version: 7 })
  expect(await screen.findByText('1 of 2 rows')).toBeDefined()
  await server.emitChange({ status: 'done', rows_done: 2, created: 1, failed: 1, version: 8 })
  expect(await screen.findByText('Imported: 1 new, 1 row failed')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Download failed rows' }).getAttribute('href')).toBe(
    `${base}/contact-import/${one.id}/errors?locale=en`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  const sure = await screen.findByRole('dialog', { name: 'Undo the import of people.csv?' })
  await act(async () => void fireEvent.click(within(sure).getByRole('button', { name: 'Undo import' })))
  expect(await screen.findByText(/^Undoing:/)).toBeDefined()
})

test('the import says whether the first row is a contact, and that no column was recognized', async () => {
  const server = open()
  const columns = [{ name: '', samples: ['anna@example.com'], guess: 'email' }]
  server.answers[`POST ${base}/contact-import`] = () => ({ ...draft, has_header: false, columns })
  await choose()
  expect(await screen.findByText('The first row is imported as a contact.')).toBeDefined()
  expect(screen.queryByText(/No column names were recognized/)).toBeNull()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))

  const unknown = [{ name: 'Kód', samples: ['1001'], guess: null }]
  const another = { ...one, id: '01980000-0000-7000-8009-000000000002' }
  server.answers[`POST ${base}/contact-import`] = () => ({ ...draft, import: another, columns: unknown })
  const input = document.querySelector('input[type=file]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'people.csv')] } }))
  expect(await screen.findByText(/No column names were recognized/)).toBeDefined()
  expect(screen.queryByText('The first row is imported as a contact.')).toBeNull()
})

test('the first row can be changed from column names to a contact and back, and is shown as such', async () => {
  const server = open()
  await choose()
  const box = await screen.findByRole('checkbox', { name: /^The first row has column names/ })
  const items = () => screen.getAllByRole('combobox', { name: /^Field for/ }).map((at) => at.closest('li'))
  const values = () => items().map((item) => item?.querySelector('span')?.textContent)
  expect(box).toHaveProperty('checked', true)
  fireEvent.click(box)
  expect(values()).toEqual([
    'Column 1Meno · Žofia · Ján',
    'Column 2Kontakt · zofia@example.com',
    'Column 3no values in the first rows',
  ])
  expect(screen.getByText('The first row is imported as a contact.')).toBeDefined()
  expect(screen.getByText(/3 rows, WINDOWS-1250 encoding/)).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check 3' })))
  const [check] = server.calls(`POST ${base}/contact-import/${one.id}/check`)
  expect(check?.body).toMatchObject({ columns: ['name', 'email', null], has_header: false })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))

  const columns = [{ name: '', samples: ['Kód 1', '1001'], guess: null }]
  server.answers[`POST ${base}/contact-import`] = () => ({ ...draft, has_header: false, columns })
  const input = document.querySelector('input[type=file]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'people.csv')] } }))
  expect(values()).toEqual(['Column 1Kód 1 · 1001'])
  fireEvent.click(screen.getByRole('checkbox', { name: /^The first row has column names/ }))
  expect(values()).toEqual(['Kód 11001'])
  expect(screen.getByRole('button', { name: 'Check 1' })).toBeDefined()
})

test('422: errors of the file and the columns are shown, and closing the dialog cancels an unused import', async () => {
  const server = open()
  server.answers[`POST ${base}/contact-import`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', { file: ['The file has no rows.'] })
  await choose()
  expect((await screen.findByRole('alert')).textContent).toContain('The file has no rows.')
  server.answers[`POST ${base}/contact-import`] = () => draft
  server.answers[`POST ${base}/contact-import/${one.id}/check`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      columns: ['Two columns are matched to the same field.'],
    })
  const input = document.querySelector('input[type=file]') ?? document.body
  await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'people.csv')] } }))
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Check 2' })))
  expect(await screen.findByText(/Two columns are matched to the same field/)).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Cancel' })))
  expect(server.calls(`POST ${base}/contact-import/${one.id}/cancel`)).toHaveLength(1)
})

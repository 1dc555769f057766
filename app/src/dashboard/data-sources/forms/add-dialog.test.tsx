// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorReply } from '../../../../test/transport.ts'
import { base, website, showList, dataSources, openDialog } from '../../../../test/show-data-sources.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

test('422 the error of a website is shown at its field, and the input is kept', async () => {
  const testServer = dataSources([])
  showList()
  const dialog = await openDialog()
  const start = within(dialog).getByLabelText('Start page')
  expect(start).toHaveProperty('value', 'https://green-bean.example')
  testServer.answers[`POST ${base}/website`] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      start_url: ['This address is not on your website.'],
      'include.1': ['Use at most 300 characters.'],
    })
  fireEvent.change(start, { target: { value: 'https://other.example' } })
  fireEvent.change(within(dialog).getByLabelText('Include paths'), {
    target: { value: '/help/**\n\n /faq ' },
  })
  fireEvent.submit(start)
  await waitFor(() => expect(start.getAttribute('aria-invalid')).toBe('true'))
  const described = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  expect(described(start)).toContain('This address is not on your website.')
  expect(described(within(dialog).getByLabelText('Include paths'))).toContain('Use at most 300 characters.')
  expect(start).toHaveProperty('value', 'https://other.example')
  testServer.answers[`POST ${base}/website`] = () => website
  fireEvent.submit(start)
  expect(await screen.findByRole('link', { name: 'green-bean.example' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(testServer.calls(`POST ${base}/website`)[1]?.body).toMatchObject({
    start_url: 'https://other.example',
    depth: 5,
    pages_max: 100,
    include: ['/help/**', '/faq'],
    exclude: [],
  })
})

test('a question is added with alternative wordings, and each type keeps its fields when another is selected', async () => {
  const testServer = dataSources([])
  testServer.answers[`POST ${base}/question`] = () => ({ ...website, kind: 'question', name: 'Do you ship?' })
  showList()
  const dialog = within(await openDialog())
  fireEvent.click(dialog.getByRole('radio', { name: 'Saved answer' }))
  fireEvent.change(dialog.getByLabelText('Question'), { target: { value: 'Do you ship?' } })
  fireEvent.change(dialog.getByLabelText('Alternative phrasings'), {
    target: { value: 'Delivery?\nPost?' },
  })
  fireEvent.click(dialog.getByRole('radio', { name: 'Text' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Saved answer' }))
  const question = dialog.getByLabelText('Question')
  expect(question).toHaveProperty('value', 'Do you ship?')
  fireEvent.change(dialog.getByLabelText('Answer'), { target: { value: 'Yes.' } })
  fireEvent.submit(question)
  await waitFor(() => expect(testServer.calls(`POST ${base}/question`)).toHaveLength(1))
  expect(testServer.calls(`POST ${base}/question`)[0]?.body).toMatchObject({
    question: 'Do you ship?',
    alternatives: ['Delivery?', 'Post?'],
    answer: 'Yes.',
  })
})

test('files are uploaded one by one, and each shows its result', async () => {
  const testServer = dataSources([])
  const failures = [errorReply(500, 'server_error', 'Something went wrong on our end. Try again.')]
  testServer.answers[`POST ${base}/file`] = (body) => {
    const file = (body as FormData).get('file')
    if (file instanceof File && file.name === 'scan.pdf')
      return errorReply(422, 'invalid_input', 'Check the highlighted fields.', { file: ['No text in it.'] })
    if (file instanceof File && file.name === 'strange.md' && failures.length > 0) return failures.pop()
    return { ...website, kind: 'file', id: String((body as FormData).get('id')), name: 'terms' }
  }
  showList()
  const dialog = await openDialog()
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Files' }))
  const files = ['terms.md', 'photo.png', 'strange.md', 'scan.pdf', 'empty.pdf'].map(
    (name) => new File(name === 'empty.pdf' ? [] : ['text'], name),
  )
  fireEvent.drop(within(dialog).getByText('Drop files here').closest('div') ?? dialog, {
    dataTransfer: { files },
  })
  const rows = () => [...dialog.querySelectorAll('li')].map((row) => row.textContent)
  await waitFor(() =>
    expect(rows()).toEqual([
      'terms.md1 kBUploaded',
      'photo.png1 kBOnly PDF, Word (.docx), CSV, Markdown, text and HTML files are supported.',
      'strange.md1 kBSomething went wrong on our end. Try again.Try again',
      'scan.pdf1 kBNo text in it.',
      'empty.pdf0 kBThis file is empty.',
    ]),
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()[2]).toBe('strange.md1 kBUploaded'))
  const ids = testServer.calls(`POST ${base}/file`).map(({ body }) => (body as FormData).get('id'))
  expect([ids.length, new Set(ids).size]).toEqual([4, 3])
})

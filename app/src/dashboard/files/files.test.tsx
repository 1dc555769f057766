// @vitest-environment jsdom
import { fileLimits } from '@ozvi/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { conversationId, messageOf, rowOf } from '../../../test/inbox-rows.ts'
import { inboxServer } from '../../../test/inbox-server.ts'
import { showInbox } from '../../../test/show-inbox.tsx'
import { mockLayout } from '../../../test/layout.ts'
import { errorReply } from '../../../test/transport.ts'

let number = 100
beforeEach(() => {
  mockLayout()
  localStorage.clear()
  number++ // pending files are kept by conversation as long as a page lives
  vi.spyOn(console, 'error').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => {}
})
const reply = () => screen.getByRole('textbox', { name: /^Reply to/ })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
async function open() {
  const server = inboxServer({ rows: [rowOf(number)], messages: [messageOf(number, 1)] })
  showInbox({ at: `/${conversationId(number)}` })
  await screen.findByRole('log')
  return server
}
const file = (name: string, type = 'text/plain') => new File(['words'], name, { type })
const paste = (...files: File[]) => fireEvent.paste(reply(), { clipboardData: { files } })
const uploading = `POST /api/integration/${greenBean.id}/file`

test('pasted and dropped files are uploaded immediately and sent with the message, which can have no text', async () => {
  const server = await open()
  paste(file('screen.png', 'image/png'))
  fireEvent.drop(reply(), {
    dataTransfer: { types: ['Files'], files: [file('offer.pdf', 'application/pdf')] },
  })
  const tray = await screen.findByRole('list', { name: 'Attachments' })
  await waitFor(() => expect(server.calls(uploading)).toHaveLength(2))
  await waitFor(() => expect(within(tray).queryByRole('progressbar')).toBeNull())
  fireEvent.click(send())
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'screen.png' })
  await waitFor(() => expect([picture.width, picture.height]).toEqual([320, 160]))
  const sent = server.calls(`POST ${server.path(number, '/message')}`)[0]?.body
  expect(sent).toMatchObject({ body: '', file_ids: [expect.any(String), expect.any(String)] })
  const saved = screen.getByRole('link', { name: /Download.*offer\.pdf/ })
  await waitFor(() =>
    expect(saved.getAttribute('href')).toMatch(new RegExp(`^/api/integration/${greenBean.id}/file/`)),
  )
  expect(screen.queryByRole('list', { name: 'Attachments' })).toBeNull()
  expect(server.calls(uploading)).toHaveLength(2)
})
test('422 a rejected file shows the reason, and nothing is sent until it is removed', async () => {
  const server = await open()
  server.answers[uploading] = () =>
    errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
      file: ['This file type isn’t supported.'],
    })
  fireEvent.change(reply(), { target: { value: 'See this' } })
  paste(file('setup.exe'))
  expect(await screen.findByText('This file type isn’t supported.')).toBeTruthy()
  expect(send().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove setup.exe' }))
  expect(send().disabled).toBe(false)
})
test('a file over the limit is rejected before it is uploaded', async () => {
  const server = await open()
  const large = file('film.mp4', 'video/mp4')
  Object.defineProperty(large, 'size', { value: fileLimits.bytes_max + 1 })
  paste(large)
  expect(await screen.findByText('This file is larger than 10 MB.')).toBeTruthy()
  expect(server.calls(uploading)).toHaveLength(0)
})
test('REL-34 a file whose upload failed is uploaded with its message, and one deleted on the server is uploaded again', async () => {
  const server = await open()
  const upload = server.answers[uploading]
  server.answers[uploading] = () => errorReply(503, 'unavailable', 'Busy.')
  paste(file('plan.txt'))
  expect(await screen.findByText('Will be sent with the message')).toBeTruthy()
  if (upload) server.answers[uploading] = upload
  const take = server.answers[`POST ${server.path(number, '/message')}`]
  let isGone = true
  server.answers[`POST ${server.path(number, '/message')}`] = (body) => {
    if (!isGone) return take?.(body)
    isGone = false
    return errorReply(422, 'invalid_input', 'No.', { file_ids: ['A file is no longer available.'] })
  }
  fireEvent.click(send())
  await waitFor(() => expect(server.state.messages).toHaveLength(2))
  expect(server.state.messages[1]?.attachments).toMatchObject([{ name: 'plan.txt' }])
  expect(server.calls(uploading)).toHaveLength(3)
})

// @vitest-environment jsdom
import { changeEmail } from '@ozvi/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage } from '../../../test/render.tsx'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { clearErrors, errorRecords } from '#platform/calls/error-list.ts'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { call } from '#platform/calls/api-client.ts'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { DownloadLink } from './index.ts'

beforeEach(() => {
  clearErrors()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
const sensitive = 'PUT /api/auth/email'
const confirm = 'POST /api/auth/confirm'
const unconfirmed = { confirmed_until: null, by: 'password', has_passkeys: false }
const confirmationRequired = () =>
  errorReply(403, 'confirm_identity', 'Confirm that it’s you, then try again.')

/** A form whose call needs a confirmation. */
function Email() {
  const [sentTo, setSentTo] = useState('')
  const { run, problem } = useAsyncAction(async (email: string) => {
    setSentTo((await call(changeEmail, { email })).email)
  })
  return (
    <Form
      id="email"
      labels={{ email: 'New address' }}
      problem={problem}
      onSubmit={({ email = '' }) => void run(email)}
    >
      <Field name="email">
        <Input />
      </Field>
      {sentTo && <p>Sent to {sentTo}</p>}
    </Form>
  )
}
/** The form, submitted with an address; the server requires `password` first. */
async function sendAddress(account: object = unconfirmed) {
  let isConfirmed = false
  const server = createTestTransport({
    'GET /api/auth/confirm': () => account,
    [sensitive]: () => (isConfirmed ? { email: 'new@example.com' } : confirmationRequired()),
    [confirm]: (body) => {
      const { password, code } = body as { password?: string; code?: string }
      isConfirmed = password === 'my words' || code === '123456'
      return isConfirmed
        ? null
        : errorReply(422, 'invalid_input', 'Check the highlighted fields.', {
            [password === undefined ? 'code' : 'password']: ['Not this one.'],
          })
    },
  })
  showPage(Email, { path: '/en/app/account', at: '/en/app/account' })
  const field = screen.getByLabelText<HTMLInputElement>('New address')
  fireEvent.change(field, { target: { value: 'new@example.com' } })
  await act(async () => void fireEvent.submit(field.form!))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  return { server, field, dialog }
}
const submit = (label: string, dialog: HTMLElement, value: string) => {
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  return act(async () => void fireEvent.submit(dialog.querySelector('form')!))
}

test('S7.06 a call that needs a confirmation opens one dialog, and is sent again after the password', async () => {
  const { server, field, dialog } = await sendAddress()
  await submit('Your password', dialog, 'not my words')
  expect(within(dialog).getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('new@example.com')
  expect(server.calls(sensitive)).toHaveLength(1)

  await submit('Your password', dialog, 'my words')
  expect(await screen.findByText('Sent to new@example.com')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls(sensitive).map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ email: 'new@example.com' })),
  )
  expect(errorRecords().map(({ request }) => request)).toEqual([confirm])
})

test('a canceled confirmation keeps the page and its input', async () => {
  const { server, field, dialog } = await sendAddress()
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field.value).toBe('new@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.calls(sensitive)).toHaveLength(1)
  expect(errorRecords()).toEqual([])
})

test('with two-factor sign-in the dialog asks for a code, and offers passkeys to accounts that have one', async () => {
  const { server, dialog } = await sendAddress({ ...unconfirmed, by: 'code', has_passkeys: true })
  expect(within(dialog).queryByLabelText('Your password')).toBeNull()
  expect(within(dialog).getByRole('button', { name: 'Use a passkey' })).toBeDefined()
  await submit('Code', dialog, '123456')
  expect(server.calls(confirm)[0]?.body).toEqual({ code: '123456' })
  expect(await screen.findByText('Sent to new@example.com')).toBeDefined()
})

test('a download starts after the confirmation, immediately in a confirmed session, and not after a cancel', async () => {
  let account: object = unconfirmed
  createTestTransport({ 'GET /api/auth/confirm': () => account, [confirm]: () => null })
  const started: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(this.pathname)
  })
  showPage(() => <DownloadLink href="/api/file.csv">Export</DownloadLink>, { path: '/en/app', at: '/en/app' })
  const open = async () => {
    fireEvent.click(screen.getByText('Export'))
    return screen.findByRole('dialog')
  }
  fireEvent.click(within(await open()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(started).toEqual([])

  await submit('Your password', await open(), 'my words')
  await waitFor(() => expect(started).toEqual(['/api/file.csv']))

  account = { ...unconfirmed, confirmed_until: '2030-01-01T00:00:00.000Z' }
  fireEvent.click(screen.getByText('Export'))
  await waitFor(() => expect(started).toHaveLength(2))
})

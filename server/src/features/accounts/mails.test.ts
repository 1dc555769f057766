import { createServer, type AddressInfo } from 'node:net'
import { createIntegration, forgotPassword, getUser, inviteUser, signUp } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { sendMailJob } from '#platform/mail/index.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const password = 'correct horse battery'
const address = () => `m-${crypto.randomUUID()}@example.com`

test.each([
  ['en', ['Confirm your email address', 'Choose a new password', 'You’re invited to a workspace on Ozvi']],
  [
    'sk',
    ['Potvrďte svoju e-mailovú adresu', 'Zvoľte si nové heslo', 'Pozvánka do pracovného priestoru v Ozvi'],
  ],
] as const)(
  'S1.07 S2.19 S7.21 in %s: emails use the language of the person who causes them, and link to unprefixed paths of the public URL',
  async (locale, [confirm, reset, invited]) => {
    const eva = server.browser()
    eva.headers['accept-language'] = locale
    const email = address()
    await eva.call(signUp, { name: 'Eva', email, password })
    const first = await server.mailTo(email)
    expect(first.subject).toBe(confirm)
    expect(first.text).toMatch(/^.*http:\/\/localhost:3000\/verify-email\?token=[\w-]{43}$/m)
    expect(first.html).toContain('href="http://localhost:3000/verify-email?token=')

    const token = /token=([\w-]+)/.exec(first.text)?.[1]
    await eva.request('POST', '/api/auth/verify-email', { token })
    await eva.call(forgotPassword, { email })
    const second = await server.eventually(async () =>
      (await server.mailbox.list()).find(({ to, subject }) => to === email && subject !== confirm),
    )
    expect(second.subject).toBe(reset)
    expect(second.text).toMatch(/^.*http:\/\/localhost:3000\/auth\/reset-password\?token=[\w-]{43}$/m)

    await eva.call(createIntegration, { name: 'Shop', url: 'https://shop.example' })
    const guest = address()
    await eva.call(inviteUser, { email: guest })
    const third = await server.mailTo(guest)
    expect(third.subject).toBe(invited)
    expect(third.text).toMatch(/^.*http:\/\/localhost:3000\/invitation\?token=[\w-]{43}$/m)
  },
)

test('SEC-42 a sign-up with another person’s address can’t send them text: no link, no line break, no markup', async () => {
  const email = address()
  const name = 'Win now: https://evil.example/x www.evil.example\r\nBcc: all@example.com <b>click</b>'
  await server.browser().call(signUp, { name, email, password })
  const { to, subject, text, html } = await server.mailTo(email)
  expect([to, subject]).toEqual([email, 'Confirm your email address'])
  expect(text).not.toMatch(/https?:\/\/evil|www\.|^Bcc/m)
  expect(html).not.toMatch(/https?:\/\/evil|www\.|<b>/)
})

/** An SMTP server with scripted replies; it records accepted emails. */
async function postOffice() {
  const state = { verdict: '451 4.3.0 Try again later', letters: [] as string[] }
  const listener = createServer((socket) => {
    let mailSource: string | undefined
    let rest = ''
    socket.on('error', () => {}) // the other side may disconnect
    socket.write('220 post.example ESMTP\r\n')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (mailSource !== undefined && line !== '.') mailSource += `${line}\n`
        else if (mailSource !== undefined) {
          state.letters.push(mailSource)
          mailSource = undefined
          socket.write(`${state.verdict}\r\n`)
        } else if (line === 'DATA') {
          mailSource = ''
          socket.write('354 Go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 Bye\r\n' : '250 Fine\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = listener.address() as AddressInfo
  return { state, url: `smtp://127.0.0.1:${port}`, close: () => listener.close() }
}

test('REL-23 while the mail server is down nothing is blocked, and the email is sent later, once and with the same id', async () => {
  const office = await postOffice()
  const mailed = await testServer({ SMTP_URL: office.url })
  const eva = mailed.browser()
  const email = address()
  await eva.call(signUp, { name: 'Eva', email, password })
  expect(await eva.call(getUser, {})).toMatchObject({ email, email_verified_at: null })
  await expect.poll(() => office.state.letters.length).toBe(1)

  office.state.verdict = '250 Taken'
  const rows = () =>
    mailed.database.pool
      .query<{ state: string }>(`select state from pgboss.job where name = $1`, [sendMailJob.name])
      .then(({ rows: row }) => row.map(({ state }) => state))
  const laterRows = async () => {
    const later = `update pgboss.job set start_after = now() where name = $1 and state = 'retry'`
    await mailed.database.pool.query(later, [sendMailJob.name])
    mailed.jobs.wake(sendMailJob)
    return rows()
  }
  await expect.poll(laterRows).toEqual(['completed'])
  expect(office.state.letters.length).toBe(2)
  const ids = office.state.letters.map(
    (mailSource) => /^Message-ID: (<[\w-]+@localhost>)$/im.exec(mailSource)?.[1],
  )
  expect([ids[0], new Set(ids).size]).toEqual([expect.any(String), 1])
  expect(office.state.letters[1]).toMatch(new RegExp(`^To: ${email}$`, 'm'))
  // With SMTP there is no mailbox page.
  expect((await mailed.browser().request('GET', '/dev/mail')).statusCode).toBe(404)
  await mailed[Symbol.asyncDispose]()
  office.close()
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ConfigError } from '#platform/context/config.ts'
import { explainStartError } from './start-error.ts'

async function errorOfListening(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host)
  return once(server, 'listening').then(
    () => server.close(),
    (error: unknown) => error,
  )
}

test.each(['a..b', '192.0.2.1'])(
  'a HOST that isn’t this machine (%s) is explained without a stack trace',
  async (HOST) => {
    const text = explainStartError(await errorOfListening(0, HOST), { HOST })
    expect(text).toBe(
      `HOST must be an address or a name of this machine, such as localhost, or 0.0.0.0 for all interfaces. ${HOST} isn’t one.`,
    )
  },
)

test('a taken port is explained with the next one, settings with their message, and other errors with their stack', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  expect(explainStartError(await errorOfListening(port, 'localhost'), {})).toBe(
    `Port ${port} is taken. Stop what listens there, or take another one: PORT=${port + 1}`,
  )
  taken.close()
  expect(explainStartError(new ConfigError('PORT must be a port'), {})).toBe('PORT must be a port')
  const accessError = Object.assign(new Error('listen EACCES'), {
    code: 'EACCES',
    address: '0.0.0.0',
    port: 80,
  })
  for (const other of [new Error('broken'), accessError])
    expect(explainStartError(other, { HOST: '0.0.0.0' })).toContain('start-error.test.ts')
})

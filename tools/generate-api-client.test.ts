import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientFile, clientText } from './generate-api-client.ts'

test('the client package’s operations match the contract', async () => {
  expect(readFileSync(clientFile, 'utf8')).toBe(await clientText())
})

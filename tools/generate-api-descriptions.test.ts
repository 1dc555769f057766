import { readFileSync } from 'node:fs'
import { apiOperations } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { descriptionsFile, descriptionsText } from './generate-api-descriptions.ts'

test('the descriptions of the API are the comments of the contract', async () => {
  expect(readFileSync(descriptionsFile, 'utf8')).toBe(await descriptionsText())
})
test('every operation that API keys can call has a description', async () => {
  // Written by the generator.
  const { routes } = JSON.parse(await descriptionsText()) as {
    routes: Record<string, { description: string }>
  }
  const names = Object.values(apiOperations).flatMap((operations) => Object.keys(operations))
  expect(names.filter((name) => !routes[name]?.description)).toEqual([])
})

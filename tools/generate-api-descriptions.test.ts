import { readFileSync } from 'node:fs'
import { apiOperations } from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { expect, test } from 'vitest'
import { fieldDescriptions } from '../server/src/platform/openapi/field-descriptions.ts'
import { descriptionsFile, descriptionsText } from './generate-api-descriptions.ts'

test('the API’s descriptions are the contract’s comments', async () => {
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
test('every field description belongs to one field, also in schemas that aren’t exported', async () => {
  // Written by the generator.
  const { fields } = JSON.parse(await descriptionsText()) as { fields: Record<string, string> }
  const read = new Set<string>()
  const texts = new Proxy(fields, {
    get: (all, key: string) => {
      read.add(key)
      return all[key]
    },
  })
  fieldDescriptions({ ...schemas }, texts)
  expect(Object.keys(fields).filter((key) => !read.has(key))).toEqual([])
  expect(fields['LanguageModel.chat_model']).toContain('chat model')
})
test('causes are found before and after `@returns`, and constants have their unit', async () => {
  // Written by the generator.
  const { routes } = JSON.parse(await descriptionsText()) as {
    routes: Record<string, { description: string; causes: string[] }>
  }
  expect(routes.takeDraft?.causes).toEqual(["`not_found`: it was deleted or is the member's own"])
  expect(routes.uploadFileSource?.description).toContain('at most 20 MiB.')
  expect(routes.scheduleMessage?.description).toContain('after 5 seconds')
})

import { Validator } from '@seriousme/openapi-schema-validator'
import { apiOperations } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { testServer } from '../server.ts'
import { createChecker, type Document, fuzz } from './fuzz.ts'

/** At length: `npm run fuzz`. */
test('S7.22 every operation answers hostile input as the OpenAPI document describes, and never with a 5xx', async () => {
  const { requests, statuses, surprises } = await fuzz({ runs: 5, seed: 1 })
  expect(surprises).toEqual([])
  expect(requests).toBeGreaterThan(1_500)
  // Both sides of the checks are reached.
  expect(statuses[200]).toBeGreaterThan(300)
  expect(statuses[422]).toBeGreaterThan(200)
}, 90_000)

test('S7.22 the document is valid OpenAPI 3.1, and its examples match its schemas', async () => {
  const server = await testServer()
  try {
    const document = (await server.browser().request('GET', '/api/openapi.json')).json() as Document
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    )
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    const checker = createChecker(document)
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const wrong = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody?.content['application/json'], responses['200']?.content?.['application/json']].flatMap(
        (content) => {
          if (!content?.schema || content.example === undefined) return []
          const problem = checker.problemOf(content.schema, content.example)
          return problem ? [`${operationId}: ${problem}`] : []
        },
      ),
    )
    expect(wrong).toEqual([])
    for (const [scope, calls] of Object.entries(apiOperations))
      for (const name of Object.keys(calls)) {
        const operation = operations.find(({ operationId }) => operationId === name)
        expect(operation?.security, name).toContainEqual({ api_key: [scope] })
        expect(operation?.responses, name).toHaveProperty('401')
        expect(operation?.responses, name).toHaveProperty('429')
      }
  } finally {
    await server[Symbol.asyncDispose]()
  }
})

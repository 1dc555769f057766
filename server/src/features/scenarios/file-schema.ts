import { ScenarioFile } from '@ozvi/contract/schemas'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { describe, guardProblems } from '#platform/openapi/operations.ts'

const path = '/api/scenario-file.schema.json'
const operation = describe({
  path,
  operation_id: 'getScenarioFileSchema',
  tag: 'scenarios',
  summary: 'The JSON Schema of an exported scenario.',
  access: 'public',
  reply: { 'application/schema+json': { type: 'object' } },
  problems: guardProblems({ guard: 'public', credential: 'none', isRead: true }),
})
/** What a file may contain; conversions such as trimming aren't part of it. */
const schema = JSON.stringify({
  title: 'A scenario of Ozvi',
  ...z.toJSONSchema(ScenarioFile, { io: 'input', unrepresentable: 'any' }),
})

/** Publishes the schema of exported files. */
export function scenarioFileSchema(app: FastifyInstance): void {
  app.get(path, { config: { policy: 'public', operations: [operation] } }, (_request, reply) =>
    reply.type('application/schema+json').header('cache-control', 'public, max-age=3600').send(schema),
  )
}

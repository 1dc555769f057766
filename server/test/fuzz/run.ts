/*
 * npm run fuzz -- [--seed 1] [--runs 200]
 * Sends that many generated requests to every operation of the OpenAPI document, with each kind of credential.
 * Exits with 1 if an answer isn't in the document or is a 5xx.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, runs: { type: 'string', default: '200' } },
})
const { operations, requests, statuses, surprises } = await fuzz({
  runs: Number(values.runs),
  seed: Number(values.seed),
})
process.stdout.write(`${requests} requests to ${operations} operations: ${JSON.stringify(statuses)}\n`)
for (const surprise of surprises) process.stdout.write(`${surprise}\n`)
process.exit(surprises.length > 0 ? 1 : 0)

import { createTextSource, getDataSource, uploadFileSource } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'

const server = await testServer({}, { task_cpu_ms: 1_500 })
afterAll(() => server[Symbol.asyncDispose]())

test('REL-18 REL-21 a file whose parsing never ends fails once with its reason, and the next one is read', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const settled = (source_id: string) =>
    server.eventually(async () => {
      const source = await browser.call(getDataSource, { integration_id, source_id })
      return ['queued', 'fetching', 'indexing'].includes(source.status) ? undefined : source
    })
  const path = uploadFileSource.path.replace(':integration_id', integration_id)
  // Emphasis that closes nothing, which takes the Markdown parser minutes.
  const poison = await upload(browser, path, '*a_ '.repeat(1_000_000), 'poison.md')
  const id = crypto.randomUUID()
  await browser.call(createTextSource, { integration_id, id, name: 'Hours', body: 'We open at eight.' })

  expect(await settled(poison)).toMatchObject({ status: 'failed', reason: 'too_complex', indexed: 0 })
  expect(await settled(id)).toMatchObject({ status: 'ready', indexed: 1 })
  expect(await server.jobs.deadLetters()).toEqual([])
  const jobs = await server.database.pool.query(
    `select state, retry_count from pgboss.job where name like 'data-sources.%' and data->>'source_id' = $1`,
    [poison],
  )
  expect(jobs.rows).toEqual([{ state: 'completed', retry_count: 0 }])
})

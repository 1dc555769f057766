// @vitest-environment jsdom
import { type EmbeddingProgress, embeddingsProgressed } from '@ozvi/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { greenBean } from '../../../test/fixtures.ts'
import { base, showList, website } from '../../../test/show-data-sources.tsx'
import { createTestTransport } from '../../../test/transport.ts'

const progress: EmbeddingProgress = {
  integration_id: greenBean.id,
  is_on: true,
  passages: 3_000,
  embedded: 1_200,
  failure: null,
  version: 4,
}
const show = (changes: Partial<EmbeddingProgress> = {}) => {
  const transport = createTestTransport({
    [`GET ${base}`]: () => [website],
    [`GET /api/integration/${greenBean.id}/language-model/embeddings`]: () => ({ ...progress, ...changes }),
  })
  showList()
  return transport
}

test('data sources show live how many passages have embeddings, until all have one', async () => {
  const { emit } = show()
  await screen.findByText('1,200 of 3,000 passages can be found by meaning.')
  const meter = screen.getByRole('meter', { name: 'Passages that can be found by meaning' })
  expect(meter.getAttribute('aria-valuenow')).toBe('1200')
  await emit(embeddingsProgressed.name, { ...progress, embedded: 1_264, failure: 'rate_limited', version: 5 })
  expect(screen.getByText(/1,264 of 3,000/).textContent).toContain(
    'The endpoint has reached its rate limit or quota. Try again later. The remaining passages are retried automatically.',
  )
  await emit(embeddingsProgressed.name, { ...progress, version: 4 })
  screen.getByText(/1,264 of 3,000/)
  await emit(embeddingsProgressed.name, { ...progress, embedded: 3_000, version: 6 })
  expect(screen.queryByText(/can be found by meaning/)).toBeNull()
})

test('without an embedding model nothing is shown', async () => {
  show({ is_on: false, passages: 0, embedded: 0 })
  await screen.findByRole('link', { name: 'green-bean.example' })
  expect(screen.queryByText(/can be found by meaning/)).toBeNull()
})

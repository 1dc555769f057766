export { embeddingProgressOf, modelOf } from './data.ts'
export { EmbeddingState } from './embedding-state.tsx'

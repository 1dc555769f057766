export { Answer } from './answer.tsx'
export { Playground } from './playground.tsx'

export { Answer } from './answer.tsx'
export { Playground } from './playground.tsx'
export { Why } from './why.tsx'

import { scenarioTemplates } from '@ozvi/contract/scenario-templates'
import { expect, test } from 'vitest'
import { play } from './scenario-play.ts'

test.each(scenarioTemplates.map(({ key, flow }) => [key, flow.en] as const))(
  'the template %s is played to its end',
  (_key, flow) => {
    expect(play(flow)).toBeGreaterThan(1)
  },
)

import type { Fault } from './fault.ts'
import { malformedFrames } from './faults/broken-frames.ts'
import { wrongClocks } from './faults/clocks.ts'
import { databaseCuts, databaseFreezes, databaseRestarts, poolExhausted } from './faults/database.ts'
import { disorderedEvents } from './faults/disorder.ts'
import { standStill } from './faults/freeze.ts'
import { kill } from './faults/kill.ts'
import { offline } from './faults/offline.ts'
import { repeatedSend } from './faults/repeats.ts'
import { secondProcess } from './faults/second-process.ts'
import { slowReader } from './faults/slow-reader.ts'
import { stop } from './faults/stop.ts'
import { swarmReturns } from './faults/swarm-returns.ts'

/** Everything that may happen, by number. */
export const faults: readonly Fault[] = [
  kill('any_moment'),
  kill('telling'),
  kill('starting'),
  stop,
  standStill,
  databaseRestarts,
  databaseFreezes,
  databaseCuts,
  poolExhausted,
  slowReader,
  repeatedSend,
  disorderedEvents,
  swarmReturns,
  malformedFrames,
  wrongClocks,
  secondProcess,
  offline,
]

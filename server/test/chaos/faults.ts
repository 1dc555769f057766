import type { Fault } from './fault.ts'
import { malformedFrames } from './faults/broken-frames.ts'
import { busCut, notifyCut } from './faults/bus-cut.ts'
import { wrongClocks } from './faults/clocks.ts'
import { databaseCuts, databaseFreezes, databaseRestarts, poolExhausted } from './faults/database.ts'
import { disorderedEvents } from './faults/disorder.ts'
import { standStill } from './faults/freeze.ts'
import { kill } from './faults/kill.ts'
import { offline } from './faults/offline.ts'
import { redisAway, redisForgets, redisFreezes, redisRestarts } from './faults/redis.ts'
import { repeatedSend } from './faults/repeats.ts'
import { secondProcess } from './faults/second-process.ts'
import { slowReader } from './faults/slow-reader.ts'
import { drain, stop } from './faults/stop.ts'
import { swarmReturns } from './faults/swarm-returns.ts'

/** All faults, by number. */
export const faults: readonly Fault[] = [
  kill('any_moment'),
  kill('telling'),
  kill('starting'),
  stop,
  drain,
  standStill,
  databaseRestarts,
  databaseFreezes,
  databaseCuts,
  poolExhausted,
  redisRestarts,
  redisAway,
  redisFreezes,
  redisForgets,
  busCut,
  notifyCut,
  slowReader,
  repeatedSend,
  disorderedEvents,
  swarmReturns,
  malformedFrames,
  wrongClocks,
  secondProcess,
  offline,
]

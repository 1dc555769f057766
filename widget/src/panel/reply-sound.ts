/* Loaded with the first reply that arrives while the chat isn't visible. */

const notes_hz = [660, 880]
const note_s = 0.16
const volume = 0.14
/**
 * A sound that hasn't started by then is dropped: the browser is still waiting for the visitor to use the page.
 * A busy computer can take a second to start an allowed sound.
 */
const startsWithin_ms = 2_000
/** Tabs that receive the same reply within this time stay silent. */
const silence_ms = 1_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function play(): Promise<void> {
  const audio = new AudioContext()
  await Promise.race([audio.resume(), pause(startsWithin_ms)])
  if (audio.state !== 'running') return audio.close()
  for (const [index, hz] of notes_hz.entries()) {
    const start_s = audio.currentTime + index * note_s
    const tone = new OscillatorNode(audio, { frequency: hz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(volume, start_s)
    gain.gain.exponentialRampToValueAtTime(0.001, start_s + note_s * 2)
    tone.connect(gain).connect(audio.destination)
    tone.start(start_s)
    tone.stop(start_s + note_s * 2)
  }
  await pause(silence_ms)
  await audio.close()
}

/** Plays once, even if several tabs ask for it. */
export async function playReplySound(name: string): Promise<void> {
  try {
    await navigator.locks.request(`${name}:sound`, { ifAvailable: true }, async (lock) => {
      if (lock) await play()
    })
  } catch {
    // Without locks or sound the unread count still shows the reply.
  }
}

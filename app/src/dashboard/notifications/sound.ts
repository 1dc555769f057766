/** Two soft tones, synthesized: no file is loaded. */
const tones = [
  { at_s: 0, hertz: 784 },
  { at_s: 0.11, hertz: 1047 },
]
const fade_s = 0.45
/** A later sound would be pointless. */
const resumeTimeout_ms = 300
/** A sine at this gain is as loud as other system sounds. */
const gainMax = 0.35

let audio: AudioContext | undefined

/**
 * @param volume percent
 * @returns false if the browser doesn't allow sound before the first click
 */
export async function playSound(volume: number): Promise<boolean> {
  if (volume === 0 || !('AudioContext' in globalThis)) return false
  // Older browsers lack this and just try.
  if (navigator.userActivation?.hasBeenActive === false) return false
  audio ??= new AudioContext()
  // It may wait for a click, and then the sound would be late.
  const resumed = audio.resume().then(() => true)
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), resumeTimeout_ms))
  if (!(await Promise.race([resumed, timeout]))) return false
  for (const { at_s, hertz } of tones) {
    const start = audio.currentTime + at_s
    const tone = audio.createOscillator()
    const gain = audio.createGain()
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime((volume / 100) * gainMax, start + 0.015)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + fade_s)
    tone.connect(gain).connect(audio.destination)
    tone.start(start)
    tone.stop(start + fade_s)
  }
  return true
}

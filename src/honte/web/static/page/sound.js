// The click of a stone, made on the spot: a short burst of noise through a narrow filter.

/** @typedef {import("../types/page.js").SoundKind} SoundKind */

const PITCH = { stone: 1900, capture: 900, pass: 500, tile: 1200 }; // the middle of the filter, in hertz
const LONG = 0.16; // seconds of a capture
const SHORT = 0.07; // seconds of any other click

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a click; on a machine without sound, nothing.
 * @param {SoundKind} [kind]
 */
export function click(kind = "stone") {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    const source = context.createBufferSource(),
      filter = context.createBiquadFilter(),
      gain = context.createGain();
    source.buffer = noise(context, kind === "capture" ? LONG : SHORT);
    filter.type = "bandpass";
    filter.frequency.value = PITCH[kind] ?? PITCH.stone;
    filter.Q.value = 2.2;
    gain.gain.value = 0.9;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(context.currentTime);
  } catch {
    /* no sound on this machine: silence is fine */
  }
}

/** Noise that fades. */
function noise({ sampleRate }, seconds) {
  const buffer = context.createBuffer(1, sampleRate * seconds, sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-i / data.length) * 9);
  return buffer;
}

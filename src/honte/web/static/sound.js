// The click of a stone, made on the spot: a short burst of noise through a narrow filter.

let context = null;

export function click(kind = "stone") {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    const now = context.currentTime,
      length = kind === "capture" ? 0.16 : 0.07;
    const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++)
      data[i] = (Math.random() * 2 - 1) * Math.exp((-i / data.length) * 9);
    const source = context.createBufferSource(),
      filter = context.createBiquadFilter(),
      gain = context.createGain();
    source.buffer = buffer;
    Object.assign(filter, { type: "bandpass" });
    filter.frequency.value = { stone: 1900, capture: 900, pass: 500, tile: 1200 }[kind] ?? 1900;
    filter.Q.value = 2.2;
    gain.gain.value = 0.9;
    source.connect(filter).connect(gain).connect(context.destination);
    source.start(now);
  } catch {
    /* no sound on this machine: silence is fine */
  }
}

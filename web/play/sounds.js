// Short sounds, made by the browser itself; none before somebody has touched the page.

// Notes as [hertz, after seconds].
const SOUNDS = {
  move: [[330, 0]],
  theirs: [[440, 0]],
  start: [[440, 0], [660, 0.12]],
  end: [[523, 0], [392, 0.15], [330, 0.3]],
  low: [[880, 0], [880, 0.15]],
  offer: [[587, 0], [587, 0.18]],
  said: [[700, 0]],
};
const LENGTH = 0.12;
const LOUDNESS = 0.12;

let context = null;

/** Play the sound of this name. */
export function play(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [hertz, after] of SOUNDS[name]) note(hertz, context.currentTime + after);
}

function note(hertz, at) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const volume = new GainNode(context, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + LENGTH);
}

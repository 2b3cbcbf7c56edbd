// Colours of one product, derived from the two in the catalogue.

export function rgb(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

const toHex = (channels) => `#${channels.map((v) => Math.round(Math.min(255, Math.max(0, v))).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours; `share` is how much of the second one. */
export function mix(a, b, share) {
  const [x, y] = [rgb(a), rgb(b)];
  return toHex(x.map((v, i) => v + (y[i] - v) * share));
}

/** The colour with an opacity, for canvas. */
export function clear(hex, opacity) {
  return `rgba(${rgb(hex).join(', ')}, ${opacity})`;
}

/** Relative luminance as WCAG defines it. */
export function luminance(hex) {
  const [r, g, b] = rgb(hex).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

/** How far a colour is from grey, 0 to 1. */
export function vividness(hex) {
  const c = rgb(hex);
  return (Math.max(...c) - Math.min(...c)) / 255;
}

/** Darkens a colour until it reads well on the ground. */
export function readable(hex, ground, ratio = 4.5) {
  let colour = hex;
  const towards = luminance(ground) > 0.3 ? '#0d1512' : '#ffffff';
  for (let i = 0; i < 24 && contrast(colour, ground) < ratio; i++) colour = mix(colour, towards, 0.12);
  return colour;
}

/** A shade of the colour: light colours go towards their warmer neighbour instead of turning muddy. */
export function shade(hex, amount) {
  const [r, g, b] = rgb(hex);
  const light = luminance(hex);
  const by = amount * (1 - 0.55 * light);
  const warm = r > 150 && g > 90 && b < 120 ? 0.5 : 1; // yellows and oranges keep their red
  return toHex([r * (1 - by * warm), g * (1 - by), b * (1 - by)]);
}

/** The palette a label is painted with. */
export function paletteOf(colour, accent) {
  const pale = luminance(colour) > 0.78;
  // A nearly white pack needs its other colour for whatever must be seen.
  const strong = pale ? (luminance(accent) > 0.7 ? readable(accent, '#ffffff', 3) : accent) : colour;
  const second = pale ? mix(accent, colour, 0.45) : accent;
  // Names are set in the pack's colour where that reads on white, else in the second one.
  const reads = (c) => contrast(c, '#ffffff') >= 3.2;
  const sign = reads(strong) ? strong : reads(second) ? second : readable(shade(strong, 0.3), '#ffffff', 3.4);
  return {
    pale,
    main: colour,
    strong,
    accent: second,
    sign,
    ink: readable(mix(sign, '#16201c', 0.35), '#ffffff', 7.5),
    deep: shade(strong, 0.36),
    soft: mix(strong, '#ffffff', 0.72),
    tint: mix(strong, '#ffffff', 0.9),
    onMain: onTop(colour),
    onStrong: onTop(strong),
    onAccent: onTop(second),
  };
}

/** White where it reads, else a near-black with a hint of the ground. */
export function onTop(ground) {
  return contrast('#ffffff', ground) >= 2.6 ? '#ffffff' : mix(ground, '#101814', 0.84);
}

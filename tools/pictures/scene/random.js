/** Halton sequence: evenly spread sample points without chance. */
export function halton(index, base) {
  let fraction = 1;
  let value = 0;
  for (let i = index; i > 0; i = Math.floor(i / base)) {
    fraction /= base;
    value += fraction * (i % base);
  }
  return value;
}

/** Hashes a text to 32 bits (FNV-1a), so that a product's code seeds its picture. */
export function hash(text) {
  let h = 0x811c9dc5;
  for (const c of text) {
    h ^= c.codePointAt(0);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

/** A small seeded generator (mulberry32) with the few draws the scenes need. */
export function chance(seed) {
  let state = typeof seed === 'string' ? hash(seed) : seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
    yes: (probability = 0.5) => next() < probability,
  };
}

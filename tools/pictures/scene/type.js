// Setting type on a canvas: fitting, wrapping and drawing in both scripts.

/** A face: how to ask the canvas for it at a size. */
export const face = (family, weight, { italic = false, spacing = 0, upper = false, lower = false } = {}) => ({
  family, weight, italic, spacing, upper, lower,
});

export const LATIN = face('Cairo', 600);
export const ARABIC = face('Cairo', 700);

function useFace(ctx, f, size) {
  ctx.font = `${f.italic ? 'italic ' : ''}${f.weight} ${size}px "${f.family}", Cairo`;
  ctx.letterSpacing = `${(f.spacing * size).toFixed(2)}px`;
}

const cased = (f, text) => (f.upper ? text.toUpperCase() : f.lower ? text.toLowerCase() : text);

/** Splits into at most `most` lines, the most even split that the words allow. */
function splits(words, most) {
  const found = [];
  const walk = (from, lines) => {
    if (from === words.length) found.push(lines);
    else if (lines.length < most) for (let to = from + 1; to <= words.length; to++) walk(to, [...lines, words.slice(from, to).join(' ')]);
  };
  walk(0, []);
  return found;
}

/**
 * Finds the largest size at which the text fits the box, in one or more lines.
 * Width and height bound it; `size` is the wish, `least` where shrinking stops.
 */
export function fit(ctx, text, { face: f = LATIN, width, height = Infinity, size, least = 10, lines = 1, leading = 1.12, rtl = false }) {
  const shown = cased(f, text.trim());
  const words = shown.split(/ +/).slice(0, 9); // a no-break space holds a maker's name together
  const options = lines === 1 ? [[shown]] : splits(words, lines);
  useFace(ctx, f, 100);
  ctx.direction = rtl ? 'rtl' : 'ltr';
  let best;
  for (const option of options) {
    const widest = Math.max(...option.map((line) => ctx.measureText(line).width - f.spacing * 100));
    const bound = Math.min(size, (width / widest) * 100, height / (option.length * leading));
    // A line more must earn its place with clearly larger letters.
    const worth = bound * (1 - 0.07 * (option.length - 1));
    if (!best || worth > best.worth) best = { lines: option, size: Math.max(least, bound), worth, widest: (widest * Math.max(least, bound)) / 100 };
  }
  return { ...best, face: f, rtl, leading, height: best.lines.length * best.size * leading, width: best.widest };
}

/** Draws fitted text; y is the top of the first line. Returns the y below the last one. */
export function put(ctx, block, x, y, fill, align = 'start') {
  useFace(ctx, block.face, block.size);
  ctx.direction = block.rtl ? 'rtl' : 'ltr';
  ctx.textAlign = align === 'centre' ? 'center' : align;
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = fill;
  const step = block.size * block.leading;
  // Cairo and its like carry Arabic tails below and marks above; the baseline leaves room for both.
  const base = block.rtl ? 0.7 : 0.76;
  block.lines.forEach((line, i) => ctx.fillText(line, x, y + i * step + step * 0.5 + block.size * (base - 0.42)));
  ctx.letterSpacing = '0px';
  return y + block.height;
}

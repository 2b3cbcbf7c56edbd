// Columns of type: blocks under each other that always fit their rectangle.
import { fit, put } from './type.js';

/** A line or two of text. `size` is the wished height as a share of the column's reference size. */
export const line = (text, face, size, fill, { lines = 1, rtl = false, gap = 0.25 } = {}) => ({ kind: 'line', text, face, size, fill, lines, rtl, gap });

/** Text on a rounded patch of colour, such as a strength. */
export const patch = (text, face, size, fill, ground, { gap = 0.5, rtl = false, round = 0.5 } = {}) => ({ kind: 'patch', text, face, size, fill, ground, gap, rtl, round });

/** A thin rule. */
export const rule = (fill, { width = 0.3, gap = 0.3, size = 0.02 } = {}) => ({ kind: 'rule', fill, width, gap, size });

/**
 * Draws the blocks into the rectangle, from the top, in the middle or at the bottom.
 * Everything shrinks together when the wishes do not fit.
 */
export function stack(ctx, { x, y, w, h }, reference, blocks, { align = 'start', place = 'middle' } = {}) {
  const wanted = blocks.filter((b) => b && (b.kind === 'rule' || b.text));
  let scale = 1;
  let laid;
  for (let i = 0; i < 30; i++) {
    laid = wanted.map((b) => measure(ctx, b, w, reference * scale));
    const total = laid.reduce((sum, b, k) => sum + b.height + (k ? b.gap : 0), 0);
    if (total <= h || scale < 0.3) {
      let at = place === 'top' ? y : place === 'bottom' ? y + h - total : y + (h - total) / 2;
      laid.forEach((b, k) => {
        if (k) at += b.gap;
        drawBlock(ctx, b, x, at, w, align);
        at += b.height;
      });
      return { total, end: at };
    }
    scale *= 0.95;
  }
  return { total: 0, end: y };
}

function measure(ctx, b, width, reference) {
  const size = b.size * reference;
  if (b.kind === 'rule') return { ...b, height: Math.max(1.5, size), gap: b.gap * reference * 0.2, length: b.width * width };
  const room = b.kind === 'patch' ? width - size * 1.3 : width;
  const text = fit(ctx, b.text, { face: b.face, width: room, size, lines: b.lines ?? 1, rtl: b.rtl, leading: b.rtl ? 1.3 : 1.08 });
  const height = b.kind === 'patch' ? text.size * 1.62 : text.height;
  return { ...b, block: text, height, gap: b.gap * text.size };
}

function drawBlock(ctx, b, x, y, w, align) {
  const from = (width) => (align === 'start' ? x : align === 'end' ? x + w - width : x + (w - width) / 2);
  if (b.kind === 'rule') {
    ctx.fillStyle = b.fill;
    ctx.fillRect(from(b.length), y, b.length, b.height);
    return;
  }
  if (b.kind === 'patch') {
    const width = b.block.width + b.block.size * 1.15;
    ctx.fillStyle = b.ground;
    ctx.beginPath();
    ctx.roundRect(from(width), y, width, b.height, b.height * b.round);
    ctx.fill();
    put(ctx, b.block, from(width) + width / 2, y + (b.height - b.block.height) / 2, b.fill, 'centre');
    return;
  }
  // `start` and `end` follow the script's direction in canvas; columns think in sides of the page.
  const side = align === 'centre' ? 'centre' : align === 'start' ? 'left' : 'right';
  put(ctx, b.block, align === 'centre' ? x + w / 2 : align === 'start' ? x : x + w, y, b.fill, side);
}

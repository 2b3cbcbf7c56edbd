// Labels and print that go around a bottle.
import { edgeToEdge, printed } from './canvas.js';
import { paintFront } from './artwork.js';
import { bars, smallPrint } from './panels.js';

/** The part of a wrapped label that faces the viewer and carries the words, in radians. */
const FACING = 1.95;

/** A label around a wall: the front in its middle, its edges carried on to both sides, small print behind them. */
export function wrapLabel(art, radius, height, angle, { layout, facing = FACING } = {}) {
  const width = radius * angle;
  return printed(width, height, (ctx, w, h) => {
    const middle = Math.round((w * facing) / angle);
    const from = Math.round((w - middle) / 2);
    ctx.save();
    ctx.translate(from, 0);
    edgeToEdge(ctx, middle, h, { across: from }, (at) => paintFront(at, middle, h, art, { layout }));
    ctx.restore();
    if (angle - facing < 1) return; // a label on the front alone has no room behind
    smallPrint(ctx, w * 0.015, h * 0.2, from * 0.8, h * 0.03, art, 'rgba(30,40,36,0.55)');
    bars(ctx, w - from * 0.75, h * 0.62, from * 0.55, h * 0.24, art.code);
  });
}

/** Words printed straight on a wall, nothing around them. */
export function barePrint(art, width, height) {
  return printed(width, height, (ctx, w, h) => paintFront(ctx, w, h, art, { bare: true }));
}

// Canvases that become the print on a pack.
import * as THREE from 'three';

/** Pixels per unit of a pack's size: generous, because the finished picture averages them down. */
const SHARPNESS = 760;

/** Paints a panel of the given size (in scene units) and hands it back as a texture. */
export function printed(width, height, paint) {
  const canvas = document.createElement('canvas');
  const scale = Math.min(SHARPNESS, 1800 / Math.max(width, height));
  canvas.width = Math.max(8, Math.round(width * scale));
  canvas.height = Math.max(8, Math.round(height * scale));
  paint(canvas.getContext('2d', { willReadFrequently: true }), canvas.width, canvas.height);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  // No mip levels: the studio's many shifted frames smooth the print better and keep small type sharp.
  texture.generateMipmaps = false;
  texture.minFilter = THREE.LinearFilter;
  return texture;
}

/** Paints a panel and carries its outermost columns (or rows) on by a margin to both sides. */
export function edgeToEdge(ctx, w, h, { across = 0, along = 0 }, paint) {
  const panel = document.createElement('canvas');
  [panel.width, panel.height] = [Math.round(w), Math.round(h)];
  paint(panel.getContext('2d', { willReadFrequently: true }));
  if (across) {
    ctx.drawImage(panel, 0, 0, 2, panel.height, -across, 0, across + 2, h);
    ctx.drawImage(panel, panel.width - 2, 0, 2, panel.height, w - 2, 0, across + 4, h);
  }
  if (along) {
    ctx.drawImage(panel, 0, 0, panel.width, 2, 0, -along, w, along + 2);
    ctx.drawImage(panel, 0, panel.height - 2, panel.width, 2, 0, h - 2, w, along + 4);
  }
  ctx.drawImage(panel, 0, 0);
}

// What packs are made of.
import * as THREE from 'three';

const standard = (settings) => new THREE.MeshStandardMaterial(settings);

/** Printed board: matt with a thin coat of varnish. */
export const board = (map) => standard({ map, roughness: 0.46 });

/** Paper label on a bottle. */
export const paper = (map) => standard({ map, roughness: 0.36 });

/** Ink straight on a wall: only where the canvas has colour. */
export const print = (map, roughness = 0.26) => standard({ map, transparent: true, depthWrite: false, roughness, polygonOffset: true, polygonOffsetFactor: -1 });

/** Moulded plastic; gloss 0 is matt, 1 is polished. */
export const plastic = (color, gloss = 0.6) => standard({ color, roughness: 0.58 - 0.44 * gloss });

/** Soft rubber of a dropper. */
export const rubber = (color) => standard({ color, roughness: 0.7 });

/** Brushed or polished metal. */
export const metal = (color = '#d4d8d9', roughness = 0.28) => standard({ color, metalness: 1, roughness });

/** Foil on blisters and sachets. */
export const foil = (color = '#ccd1d3') => standard({ color, metalness: 0.45, roughness: 0.34 });

/** Coloured glass, polished. */
export const glass = (color) => standard({ color, roughness: 0.07 });

/** Clear plastic, such as a blister's cells or a spray's cap. */
export const clearPlastic = (color = '#ffffff', opacity = 0.24) => standard({ color, transparent: true, opacity, roughness: 0.08, depthWrite: false });

/** Cotton, gauze and other cloth. */
export const cloth = (map) => standard({ map, roughness: 0.95 });

/** Anything plain and dull. */
export const matt = (color, roughness = 0.85) => standard({ color, roughness });

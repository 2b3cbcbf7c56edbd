// What packs are made of.
import * as THREE from 'three';

const physical = (settings) => new THREE.MeshPhysicalMaterial({ envMapIntensity: 1, ...settings });

/** Printed board: matt with a thin coat of varnish. */
export const board = (map) => physical({ map, roughness: 0.46, specularIntensity: 0.8 });

/** Paper label on a bottle. */
export const paper = (map) => physical({ map, roughness: 0.36 });

/** Ink straight on a wall: only where the canvas has colour. */
export const print = (map, roughness = 0.32) => physical({ map, transparent: true, depthWrite: false, roughness, clearcoat: 0.4, clearcoatRoughness: 0.2, polygonOffset: true, polygonOffsetFactor: -1 });

/** Moulded plastic; gloss 0 is matt, 1 is polished. */
export const plastic = (color, gloss = 0.6) => physical({ color, roughness: 0.62 - 0.42 * gloss, clearcoat: gloss * 0.7, clearcoatRoughness: 0.12 });

/** Soft rubber of a dropper. */
export const rubber = (color) => physical({ color, roughness: 0.7 });

/** Brushed or polished metal. */
export const metal = (color = '#d4d8d9', roughness = 0.28) => physical({ color, metalness: 1, roughness });

/** Foil on blisters and sachets. */
export const foil = (color = '#ccd1d3') => physical({ color, metalness: 0.45, roughness: 0.34 });

/** Coloured glass seen against its own content: dark inside, bright at its rim. */
export const glass = (color) => physical({ color, roughness: 0.06, clearcoat: 1, clearcoatRoughness: 0.03, specularIntensity: 1, ior: 1.52 });

/** Clear plastic, such as a blister's cells or a spray's cap. */
export const clearPlastic = (color = '#ffffff', opacity = 0.24) => physical({ color, transparent: true, opacity, roughness: 0.08, clearcoat: 1, clearcoatRoughness: 0.04, depthWrite: false, side: THREE.FrontSide });

/** Cotton, gauze and other cloth. */
export const cloth = (map) => physical({ map, roughness: 0.95, sheen: 0.5, sheenRoughness: 0.8, sheenColor: new THREE.Color('#ffffff') });

/** Anything plain and dull. */
export const matt = (color, roughness = 0.85) => physical({ color, roughness });

// A part of a message catalogue, cut out by build/split-messages.ts.
declare module '*.json?texts=first' {
  const texts: Readonly<Record<string, string | Record<string, string>>>
  export default texts
}

declare module '*.json?texts=soon' {
  const texts: Readonly<Record<string, string | Record<string, string>>>
  export default texts
}

declare module '*.json?texts=rest' {
  const texts: Readonly<Record<string, string | Record<string, string>>>
  export default texts
}

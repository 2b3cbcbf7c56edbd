import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { ApiError, NETWORK } from '../../lib/errors'
import { useMutation } from '../../lib/query/use-mutation'
import { type ProductImage, uploadPicture } from './api'
import { shrink } from './shrink'
import { moveItem, type FormPicture, type RefusedFile, sortFiles } from './pictures'

type Change =
  | { kind: 'set'; pictures: FormPicture[] }
  | { kind: 'add'; pictures: FormPicture[] }
  | { kind: 'patch'; key: string; with: Partial<FormPicture> }
  | { kind: 'remove'; key: string }
  | { kind: 'move'; key: string; to: number }

function change(pictures: readonly FormPicture[], by: Change): readonly FormPicture[] {
  switch (by.kind) {
    case 'set':
      return by.pictures
    case 'add':
      return [...pictures, ...by.pictures]
    case 'patch':
      return pictures.map((one) => (one.key === by.key ? { ...one, ...by.with } : one))
    case 'remove':
      return pictures.filter((one) => one.key !== by.key)
    case 'move':
      return moveItem(
        pictures,
        pictures.findIndex((one) => one.key === by.key),
        by.to,
      )
  }
}

function storedPicture(image: ProductImage): FormPicture {
  return {
    key: image.url,
    name: '',
    preview: image.url,
    image,
    progress: 1,
    error: null,
    file: null,
  }
}

/** The pictures of the form and everything that can be done to them. */
export interface FormPictures {
  list: readonly FormPicture[]
  /** Files that were not taken, until the next ones are offered. */
  refused: readonly RefusedFile[]
  /** Those that have arrived, in their order. */
  images: readonly ProductImage[]
  uploading: boolean
  failed: boolean
  /** Waits for what is on its way and gives all of them; null when one could not be sent. */
  arrived: () => Promise<readonly ProductImage[] | null>
  add: (files: readonly File[]) => void
  retry: (picture: FormPicture) => void
  remove: (picture: FormPicture) => void
  move: (picture: FormPicture, to: number) => void
  /** Puts other pictures in place of all of them. */
  set: (images: readonly ProductImage[]) => void
}

interface Upload {
  key: string
  file: File
  signal: AbortSignal
}

let nextKey = 0

/** Holds the pictures of a form; new ones are sent at once, one after the other. */
export function usePictures(initial: readonly ProductImage[]): FormPictures {
  const [list, apply] = useReducer(change, initial, (images) => images.map(storedPicture))
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const running = useRef(new Map<string, AbortController>())
  const previews = useRef(new Set<string>())
  const latest = useRef(list)
  const waiting = useRef<(() => void)[]>([])
  const uploading = list.some(({ image, error }) => image === null && error === null)
  useEffect(() => {
    latest.current = list
    if (!uploading) for (const resume of waiting.current.splice(0)) resume()
  }, [list, uploading])
  // One after the other: on a weak line the first is there sooner, and the order is kept.
  const { mutate } = useMutation({
    scope: { id: `pictures ${useId()}` },
    mutationFn: async ({ key, file, signal }: Upload) => {
      signal.throwIfAborted()
      const onProgress = (progress: number) => apply({ kind: 'patch', key, with: { progress } })
      return uploadPicture(await shrink(file), onProgress, signal)
    },
    onSuccess: (image, { key }) => apply({ kind: 'patch', key, with: { image, progress: 1 } }),
    onError: (failure, { key, signal }) => {
      if (signal.aborted) return
      const error = failure instanceof ApiError ? failure.code : NETWORK
      apply({ kind: 'patch', key, with: { error } })
    },
    onSettled: (_image, _failure, { key, signal }) => {
      if (running.current.get(key)?.signal === signal) running.current.delete(key)
    },
  })

  useEffect(() => {
    const uploads = running.current
    const urls = previews.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])

  function enqueue(key: string, file: File) {
    const upload = new AbortController()
    running.current.set(key, upload)
    mutate({ key, file, signal: upload.signal })
  }

  function add(files: readonly File[]) {
    const { good, refused: bad } = sortFiles(files, list.length)
    setRefused(bad)
    const pictures = good.map((file): FormPicture => {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      const key = `new-${nextKey++}`
      return { key, name: file.name, preview, image: null, progress: 0, error: null, file }
    })
    apply({ kind: 'add', pictures })
    for (const { key, file } of pictures) if (file !== null) enqueue(key, file)
  }

  return {
    list,
    refused,
    images: list.flatMap(({ image }) => (image === null ? [] : [image])),
    uploading,
    failed: list.some(({ error }) => error !== null),
    arrived: async () => {
      if (uploading) await new Promise<void>((resume) => waiting.current.push(resume))
      if (latest.current.some(({ error }) => error !== null)) return null
      return latest.current.flatMap(({ image }) => (image === null ? [] : [image]))
    },
    add,
    retry: ({ key, file }) => {
      if (file === null) return
      apply({ kind: 'patch', key, with: { error: null, progress: 0 } })
      enqueue(key, file)
    },
    remove: ({ key }) => {
      running.current.get(key)?.abort()
      setRefused([])
      apply({ kind: 'remove', key })
    },
    move: ({ key }, to) => apply({ kind: 'move', key, to }),
    set: (images) => apply({ kind: 'set', pictures: images.map(storedPicture) }),
  }
}

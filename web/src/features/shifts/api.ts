import type { components } from '../../generated/api'
import { answer, api } from '../../lib/api'
import { keepPreviousData, queryOptions } from '../../lib/query/query-options'

type Schemas = components['schemas']

/** A courier's shift: the cash in the bag. */
export type Shift = Schemas['Shift']
/** A shift with its orders and movements. */
export type ShiftAnswer = Schemas['ShiftAnswer']
/** The reader's own shift, and what is ready to be taken along. */
export type MyShift = Schemas['MyShift']
/** An order in a courier's bag. */
export type ShiftOrder = Schemas['ShiftOrder']
/** Cash of both currencies, in dollars and pounds. */
export type CashAmount = Schemas['CashAmount']
/** What a device says has happened. */
export type MovementRequest = Schemas['ShiftMovementRequest']
/** A line of the report. */
export type ReportRow = Schemas['ShiftReportRow']

/** Shifts on one page. */
export const SHIFTS_PAGE = 25

/** Keys of everything that is cached about the shifts of a store. */
export const shiftKeys = {
  all: (store: string) => ['shifts', store] as const,
  mine: (store: string) => ['shifts', store, 'mine'] as const,
  list: (store: string, page: number) => ['shifts', store, 'list', page] as const,
  one: (store: string, shift: string) => ['shifts', store, 'one', shift] as const,
  report: (store: string, days: Days) => ['shifts', store, 'report', days] as const,
}

/** The days of a report, both included. */
export interface Days {
  from: string
  to: string
}

/** The reader's own shift; a saved copy is shown until the line is there. */
export const myShiftQuery = (store: string, saved: MyShift | undefined) =>
  queryOptions({
    queryKey: shiftKeys.mine(store),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/store/{id}/my-shift', { params: { path: { id: store } }, signal })),
    placeholderData: saved,
    refetchInterval: 30_000,
    staleTime: 0,
    meta: { personal: true },
  })

/** The shifts of a store, newest first. */
export const shiftsQuery = (store: string, page: number) =>
  queryOptions({
    queryKey: shiftKeys.list(store, page),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/shifts', {
          params: { path: { id: store }, query: { page, limit: SHIFTS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** One shift of a store. */
export const shiftQuery = (store: string, shift: string) =>
  queryOptions({
    queryKey: shiftKeys.one(store, shift),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/shift/{shift}', {
          params: { path: { id: store, shift } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** What the shifts of some days moved. */
export const reportQuery = (store: string, days: Days) =>
  queryOptions({
    queryKey: shiftKeys.report(store, days),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/store/{id}/shift-report', {
          params: { path: { id: store }, query: { ...days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    meta: { personal: true },
  })

/** The report as a file. */
export function reportFile(store: string, { from, to }: Days): Promise<string> {
  return answer(
    api.POST('/api/store/{id}/export/shifts', {
      params: { path: { id: store }, query: { from, to } },
    }),
  )
}

/** Hands out a float and opens a shift. */
export function openShift(store: string, body: Schemas['ShiftOpening']): Promise<ShiftAnswer> {
  return answer(api.POST('/api/store/{id}/shifts', { params: { path: { id: store } }, body }))
}

/** Adds to a shift what has happened; sent twice it is written once. */
export function recordMovement(
  store: string,
  shift: string,
  body: MovementRequest,
): Promise<ShiftAnswer> {
  return answer(
    api.POST('/api/store/{id}/shift/{shift}/movements', {
      params: { path: { id: store, shift } },
      body,
    }),
  )
}

/** Compares what is in the bag with what has to be. */
export function countShift(
  store: string,
  shift: string,
  body: Schemas['ShiftCount'],
): Promise<ShiftAnswer> {
  return answer(
    api.POST('/api/store/{id}/shift/{shift}/count', {
      params: { path: { id: store, shift } },
      body,
    }),
  )
}

/** Closes a shift that was counted. */
export function signShiftOff(
  store: string,
  shift: string,
  body: Schemas['ShiftSignOff'],
): Promise<ShiftAnswer> {
  return answer(
    api.POST('/api/store/{id}/shift/{shift}/sign-off', {
      params: { path: { id: store, shift } },
      body,
    }),
  )
}

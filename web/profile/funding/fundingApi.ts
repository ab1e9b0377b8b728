import { type BodyOf, call, type CallOptions } from '../../ui/call.ts'

export const setOwnPlans = (
  id: number,
  body: BodyOf<'PUT /api/students/:id/plans/terms'>,
  options: CallOptions,
) => call('PUT /api/students/:id/plans/terms', { params: { id }, body, ...options })

export const setClass = (id: number, body: BodyOf<'PUT /api/students/:id/class'>, options: CallOptions) =>
  call('PUT /api/students/:id/class', { params: { id }, body, ...options })

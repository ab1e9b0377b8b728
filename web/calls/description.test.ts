import { expect, test } from 'vitest'
import { fileFieldsOf, sampleOf, type Schema, type Schemas, shapeOf } from './description.ts'

const schemas: Schemas = {
  Mark: {
    type: 'object',
    properties: { mark: { type: 'number' }, id: { type: 'integer' } },
    required: ['mark'],
  },
}
const marks = { type: 'array', items: { $ref: '#/components/schemas/Mark' } }
const form: Schema = {
  allOf: [
    {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 9 }, marks },
      required: ['name', 'marks'],
    },
    { type: 'object', properties: { grade: { type: 'string', enum: ['A', 'B'] } }, required: ['grade'] },
  ],
}

test('a schema reads as its shape, with what it refers to', () => {
  expect(shapeOf(marks, schemas)).toBe('[{\n  mark: number\n  id?: integer\n}, …]')
  expect(
    shapeOf({ anyOf: [{ title: 'query=list', const: true }, { type: ['string', 'null'] }] }, schemas),
  ).toBe('query=list: true\nor string or null')
})

test('a sample body has the required fields', () => {
  expect(sampleOf(form, schemas)).toEqual({ name: '', marks: [{ mark: 0 }], grade: 'A' })
})

test('a form’s files are the fields of binary content', () => {
  const pic = { type: 'string', format: 'binary' }
  const content = { 'multipart/form-data': { schema: { allOf: [{ properties: { pic } }, form] } } }
  const call = { operationId: '', tags: [], summary: '', description: '', parameters: [], responses: {} }
  expect(fileFieldsOf({ ...call, requestBody: { content } })).toEqual(['pic'])
  expect(fileFieldsOf(call)).toEqual([])
})

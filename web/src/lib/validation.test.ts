import { renderHook, act } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'

import cases from '../../../contract/rules_cases.json'
import rules from '../../../contract/rules.json'
import {
  checkField,
  checkForm,
  cleanField,
  type FieldName,
  type FormName,
  maxLength,
  rulesResolver,
} from './validation'
import { passes } from './validation-checks'

describe('golden cases', () => {
  test('there are enough of them', () => {
    expect(cases.fields.length).toBeGreaterThanOrEqual(150)
  })

  test.each(
    cases.fields.map(
      (c) => [`${c.form}.${c.field} ${JSON.stringify(c.value).slice(0, 60)}`, c] as const,
    ),
  )('%s', (_, { clean, code, field, form, value }) => {
    const [formName, fieldName] = [form as FormName, field as FieldName<FormName>]
    expect(checkField(formName, fieldName, value)).toBe(code === '' ? null : code)
    expect(cleanField(formName, fieldName, value)).toBe(clean)
  })

  test.each(cases.forms.map((c) => [c.form, c] as const))(
    'form %s',
    (_, { clean, errors, form, values }) => {
      expect(checkForm(form as FormName, values)).toEqual({ clean, errors })
    },
  )

  test.each(cases.wide_forms.map((c) => [c.form, c] as const))(
    'form %s under the wider rules of accounts',
    (_, { clean, errors, form, values }) => {
      const meta = document.createElement('meta')
      meta.name = 'account-rules'
      meta.content = 'wide'
      document.head.append(meta)
      expect(checkForm(form as FormName, values)).toEqual({ clean, errors })
      expect(maxLength('sign_up', 'password')).toBe(128)
      meta.remove()
    },
  )
})

describe('the rules', () => {
  test('name only checks, classes and lists that exist', () => {
    for (const fields of Object.values(rules.forms)) {
      for (const { checks } of Object.values<{ checks: { check: string; code: string }[] }>(
        fields,
      )) {
        for (const check of checks) expect(typeof passes(check, 'x')).toBe('boolean')
      }
    }
    expect(() => passes({ check: 'nonsense', code: 'x' }, 'x')).toThrow('unknown check')
    expect(() => passes({ check: 'class', class: 'nonsense', code: 'x' }, 'x')).toThrow('unknown')
  })

  test('tell inputs how much they take', () => {
    expect(maxLength('add_address', 'extra_info')).toBe(200)
    expect(maxLength('sign_up', 'email')).toBeUndefined()
  })

  test('read numbers as their text', () => {
    expect(checkField('add_address', 'floor', 3)).toBeNull()
    expect(checkField('add_address', 'floor', 3.5)).toBe('floor_integer')
    expect(checkField('add_address', 'floor', null)).toBe('floor_integer')
  })
})

describe('rulesResolver', () => {
  interface Address {
    street: string
    state: string
    city: string
    building: string
    floor: string
    extra_info: string
    keep: boolean
  }
  const good: Address = {
    street: ' شارع الحمرا ',
    state: 'بيروت',
    city: 'بيروت',
    building: '٥',
    floor: '٣',
    extra_info: '',
    keep: true,
  }

  async function submit(values: Address) {
    let sent: Address | null = null
    const { result } = renderHook(() => {
      const form = useForm<Address>({
        defaultValues: values,
        resolver: rulesResolver('add_address'),
      })
      return { form, errors: form.formState.errors }
    })
    await act(() =>
      result.current.form.handleSubmit((data) => {
        sent = data
      })(),
    )
    return { sent, errors: result.current.errors }
  }

  test('hands cleaned values to the submit handler and leaves other fields alone', async () => {
    const { sent } = await submit(good)
    expect(sent).toEqual({ ...good, street: 'شارع الحمرا', floor: '3' })
  })

  test('puts the code of the broken rule on each field', async () => {
    const { errors, sent } = await submit({ ...good, street: '', floor: '-1' })
    expect(sent).toBeNull()
    expect(errors.street?.message).toBe('street_required')
    expect(errors.floor?.message).toBe('floor_min')
    expect(errors.city).toBeUndefined()
  })
})

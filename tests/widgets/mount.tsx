// Mounting widgets in tests: with a router where they link, with a form where they are bound.
import { cleanup, render } from '@testing-library/react';
import { CoreAdminContext, Form } from 'react-admin';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** Renders with a router around. */
export const mount = (element: ReactNode) => render(<MemoryRouter>{element}</MemoryRouter>);

/** Renders a form with the record; `onSubmit` gets the values, returned errors go to the fields. */
export function mountForm(record: object, onSubmit: (values: object) => unknown, fields: ReactNode) {
  return mount(
    <CoreAdminContext>
      <Form record={record} onSubmit={(values: object) => onSubmit(values) as undefined}>
        {fields}
        <button type="submit">Сохранить</button>
      </Form>
    </CoreAdminContext>,
  );
}

/** Keeps the value of a plain control and tells each change. */
export function Holder<Value>(props: {
  start: Value;
  onChange?: (value: Value) => void;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(props.start);
  return props.children(value, (next) => {
    setValue(next);
    props.onChange?.(next);
  });
}

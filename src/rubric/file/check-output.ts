import type { NumberSchema, OutputSchema } from '../output-schema';
import { suggestion, inWords, problemAt, type ContractPath, type PlacedProblem } from './rubric-problem';

/** What a reply schema can get wrong although each of its keys is well formed: shapes that nothing can have. */
export function checkOutput(schema: OutputSchema, path: ContractPath): PlacedProblem[] {
  if ('anyOf' in schema)
    return schema.anyOf.flatMap((branch, index) => checkOutput(branch, [...path, 'anyOf', index]));
  if ('properties' in schema) {
    const names = Object.keys(schema.properties);
    const missing = (schema.required ?? []).flatMap((name, index) =>
      names.includes(name)
        ? []
        : problemAt([...path, 'required', index], {
            expected: 'the name of a property',
            got: inWords(name),
            message: `The output requires ${inWords(name)}, but has no such property; ${suggestion(name, names)}`,
          }),
    );
    const inner = Object.entries(schema.properties).flatMap(([key, child]) =>
      checkOutput(child, [...path, 'properties', key]),
    );
    return [...missing, ...inner];
  }
  if ('prefixItems' in schema) {
    return schema.prefixItems.flatMap((child, index) => checkOutput(child, [...path, 'prefixItems', index]));
  }
  switch (schema.type) {
    case 'array':
      return [
        ...checkOrder(path, ['minItems', schema.minItems], ['maxItems', schema.maxItems]),
        ...checkOutput(schema.items, [...path, 'items']),
      ];
    case 'string':
      return checkOrder(path, ['minLength', schema.minLength], ['maxLength', schema.maxLength]);
    case 'integer':
    case 'number':
      return checkNumber(schema, path);
    default:
      return [];
  }
}

type Bound = readonly [name: string, value: number | undefined];

function checkOrder(path: ContractPath, [lowName, low]: Bound, [highName, high]: Bound): PlacedProblem[] {
  if (low === undefined || high === undefined || low <= high) return [];
  return [
    problemAt([...path, highName], { expected: `a number not below ${lowName} (${low})`, got: String(high) }),
  ];
}

function checkNumber(schema: NumberSchema, path: ContractPath): PlacedProblem[] {
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  const whole = type === 'integer';
  const order = checkOrder(path, ['minimum', schema.minimum], ['maximum', schema.maximum]);
  if (order.length > 0) return order;
  if (whole && Math.ceil(minimum) > Math.floor(maximum)) {
    const expected = 'bounds with a whole number between them';
    return [problemAt(path, { expected, got: `${minimum} to ${maximum}` })];
  }
  return (schema.enum ?? []).flatMap((value, index) => {
    const fits = value >= minimum && value <= maximum && (!whole || Number.isInteger(value));
    const expected = `a ${whole ? 'whole ' : ''}number within minimum and maximum`;
    return fits ? [] : problemAt([...path, 'enum', index], { expected, got: String(value) });
  });
}

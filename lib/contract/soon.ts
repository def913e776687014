/**
 * What is there already, or will be. Most of what is asked is answered from memory, and there an async function costs
 * more than the look.
 */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value, at once where it is there. */
export function soon<T, R>(value: Soon<T>, goOn: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Does a piece of work, or what is to be done where it throws or rejects. */
export function rescue<T>(work: () => Soon<T>, otherwise: (error: unknown) => Soon<T>): Soon<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(otherwise) : value;
  } catch (error) {
    return otherwise(error);
  }
}
